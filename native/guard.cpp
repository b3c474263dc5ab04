// The guard: a small program that stands between Zermelo and every program that it starts.
//
//     _guard HOST AS CPU FSIZE PROGRAM ARGUMENT...
//
// A solver may fork, its children may leave the process group, and the daemons among them the family tree: once their
// parent is dead they belong to process 1, and nobody knows whence they came.  The kernel offers one sound remedy, the
// "child subreaper": orphans below it become its own children.  The Python process must not be one, because in a
// notebook it would inherit, and have to bury, the orphans of everybody else's children.  So this program is: it has
// no other children than the one program, it knows that all that is left when that ends is to be killed, and it
// outlives the death of Zermelo itself (SIGKILL included) just long enough to do so.
//
// The guard ends when the program has ended, when it gets SIGTERM (that is how Zermelo kills a run), or when the
// process HOST dies; in each case only after every descendant is dead and reaped.  It then ends as the program did:
// with the same exit code, or by the same signal; its resource usage contains that of the whole family.
// AS, CPU and FSIZE are kernel limits for the program in bytes, seconds and bytes, -1 for none.
//
// Only what POSIX and Linux offer to C is used: the program starts in a third of a millisecond.

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int cannot_execute = 127;
constexpr int patience_ms = 10'000;  // for a process that even SIGKILL does not end: it hangs in a system call
constexpr int tick_ms = 100;         // between looks for the host where the kernel has no pidfd_open

pid_t program = -1;
int program_status = 0;
bool program_ended = false;

void limit(int resource, const char* text) {
  const long long value = std::atoll(text);
  if (value < 0) return;
  rlimit limits{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
  setrlimit(static_cast<__rlimit_resource>(resource), &limits);  // failing: the hard limit is lower already
}

[[noreturn]] void become_program(char** argv, pid_t guard, const sigset_t& mask) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // should anybody kill the guard
  if (getppid() != guard) _exit(cannot_execute);
  setsid();
  limit(RLIMIT_CORE, "0");
  limit(RLIMIT_AS, argv[2]);
  limit(RLIMIT_CPU, argv[3]);
  limit(RLIMIT_FSIZE, argv[4]);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  execv(argv[5], argv + 5);
  std::fprintf(stderr, "cannot execute %s: %s\n", argv[5], std::strerror(errno));
  _exit(cannot_execute);
}

// Bury the dead; false when no child is left.
bool reap() {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    if (pid == program) {
      program_status = status;
      program_ended = true;
    }
  }
  return pid == 0;
}

// SIGKILL for every child; the grandchildren of today are the children of the next look.
void kill_children() {
  if (!program_ended) kill(-program, SIGKILL);  // its number is ours until it is reaped
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return;
  while (const dirent* entry = readdir(folder)) {
    if (!std::isdigit(static_cast<unsigned char>(entry->d_name[0]))) continue;
    char path[64], text[512];
    std::snprintf(path, sizeof path, "/proc/%.20s/stat", entry->d_name);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    const ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (size <= 0) continue;
    text[size] = 0;
    const char* after_name = std::strrchr(text, ')');  // a name may hold anything, ')' included
    int parent = 0;
    if (after_name != nullptr && std::sscanf(after_name + 1, " %*c %d", &parent) == 1 && parent == getpid())
      kill(std::atoi(entry->d_name), SIGKILL);
  }
  closedir(folder);
}

void end_family(int signals) {
  for (int waited = 0; reap() && waited < patience_ms; waited++) {
    kill_children();
    pollfd one{signals, POLLIN, 0};
    if (poll(&one, 1, 1) > 0) {
      signalfd_siginfo info;
      if (read(signals, &info, sizeof info) < 0) break;
    }
  }
}

[[noreturn]] void end_as_program() {
  if (program_ended && WIFSIGNALED(program_status)) {
    const int number = WTERMSIG(program_status);
    limit(RLIMIT_CORE, "0");
    std::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    kill(getpid(), number);
    sigprocmask(SIG_SETMASK, &none, nullptr);
  }
  _exit(program_ended && WIFEXITED(program_status) ? WEXITSTATUS(program_status) : cannot_execute);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    std::fprintf(stderr, "usage: %s HOST AS CPU FSIZE PROGRAM ARGUMENT...\n", argv[0]);
    return cannot_execute;
  }
  sigset_t heard, before;
  sigemptyset(&heard);
  for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT}) sigaddset(&heard, number);
  sigprocmask(SIG_BLOCK, &heard, &before);
  const int signals = signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
  const pid_t host = std::atoi(argv[1]);
  const int host_end = static_cast<int>(syscall(SYS_pidfd_open, host, 0));  // closed on exec by definition
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (signals < 0 || getppid() != host) return cannot_execute;

  const pid_t self = getpid();
  program = fork();
  if (program == 0) become_program(argv, self, before);
  if (program < 0) {
    std::fprintf(stderr, "cannot fork: %s\n", std::strerror(errno));
    return cannot_execute;
  }
  for (const int file : {0, 1, 2}) close(file);  // whoever reads them shall see the end of the family

  bool stop = false;
  while (!stop && !program_ended) {
    pollfd both[]{{signals, POLLIN, 0}, {host_end, POLLIN, 0}};
    poll(both, 2, host_end < 0 ? tick_ms : -1);
    signalfd_siginfo info;
    while (read(signals, &info, sizeof info) == sizeof info) stop |= info.ssi_signo != SIGCHLD;
    stop |= both[1].revents != 0 || getppid() != host;
    reap();
  }
  end_family(signals);
  end_as_program();
}
