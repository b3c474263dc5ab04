// Checkpoints on the disk: see checkpoint.hpp for the format and what it promises.

#include "search/checkpoint.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "rules/bits.hpp"
#include "search/dearest.hpp"

namespace zermelo {
namespace {

constexpr char magic[] = "zermelo checkpoint 1\n";
constexpr std::size_t magic_bytes = sizeof magic - 1;
constexpr std::uint32_t order_mark = 0x01020304;
constexpr std::size_t buffer_bytes = std::size_t{1} << 20;  // a multiple of 8
constexpr std::size_t block_bytes = std::size_t{1} << 16;
constexpr std::uint32_t longest_text = 4096;

[[noreturn]] void fail_to(const char* what) {
    throw CheckpointError(std::string(what) + ": " + std::strerror(errno));
}

struct Short : CheckpointError {
    using CheckpointError::CheckpointError;
};

// Of all bytes in their order; the buffers come in pieces of 8 bytes, the last one filled up.
class Checksum {
  public:
    void add(const unsigned char* bytes, std::size_t size) {
        std::size_t at = 0;
        for (; at + 8 <= size; at += 8) step(bytes + at, 8);
        if (at < size) step(bytes + at, size - at);
        total_ += size;
    }
    std::uint64_t value() const { return mix(value_ ^ total_); }

  private:
    void step(const unsigned char* bytes, std::size_t size) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, size);
        value_ = mix(value_ ^ word) + 0x9e3779b97f4a7c15u;
    }

    std::uint64_t value_ = 0, total_ = 0;
};

class File {
  public:
    File(const std::string& path, int flags) : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    int descriptor() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }
    std::uint64_t size() const {
        struct stat found {};
        if (::fstat(descriptor_, &found) != 0) fail_to("reading");
        return static_cast<std::uint64_t>(found.st_size);
    }

    void close() {
        const int descriptor = std::exchange(descriptor_, -1);
        if (::close(descriptor) != 0) fail_to("closing");
    }

  private:
    int descriptor_;
};

class Writer {
  public:
    explicit Writer(const File& file) : file_(file) { buffer_.reserve(buffer_bytes); }

    void put(const void* data, std::size_t size) {
        const auto* bytes = static_cast<const unsigned char*>(data);
        while (size > 0) {
            const std::size_t piece = std::min(size, buffer_bytes - buffer_.size());
            buffer_.insert(buffer_.end(), bytes, bytes + piece);
            bytes += piece;
            size -= piece;
            if (buffer_.size() == buffer_bytes) flush();
        }
    }
    template <class Number>
    void number(Number value) {
        put(&value, sizeof value);
    }
    void text(const std::string& value) {
        const std::string kept = value.substr(0, longest_text);
        number(static_cast<std::uint32_t>(kept.size()));
        put(kept.data(), kept.size());
    }

    // The checksum, and everything on the disk; the bytes of the file.
    std::uint64_t end() {
        flush();
        number(sum_.value());
        flush();
        if (::fsync(file_.descriptor()) != 0) fail_to("writing");
        return written_;
    }

  private:
    void flush() {
        sum_.add(buffer_.data(), buffer_.size());
        for (std::size_t at = 0; at < buffer_.size();) {
            const ssize_t written = ::write(file_.descriptor(), buffer_.data() + at, buffer_.size() - at);
            if (written < 0 && errno != EINTR) fail_to("writing");
            if (written > 0) at += static_cast<std::size_t>(written);
        }
        written_ += buffer_.size();
        buffer_.clear();
    }

    const File& file_;
    std::vector<unsigned char> buffer_;
    std::uint64_t written_ = 0;
    Checksum sum_;
};

class Reader {
  public:
    // From the beginning of the file.
    explicit Reader(const File& file) : file_(file), size_(file.size()), buffer_(buffer_bytes) {
        if (::lseek(file.descriptor(), 0, SEEK_SET) != 0) fail_to("reading");
    }

    void get(void* data, std::size_t size) {
        auto* bytes = static_cast<unsigned char*>(data);
        while (size > 0) {
            if (next_ == filled_ && !fill()) throw Short("a damaged checkpoint: it ends early");
            const std::size_t piece = std::min(size, filled_ - next_);
            std::memcpy(bytes, buffer_.data() + next_, piece);
            bytes += piece;
            next_ += piece;
            size -= piece;
        }
    }
    template <class Number>
    Number number() {
        Number value{};
        get(&value, sizeof value);
        return value;
    }
    std::string text() {
        std::string value(std::min(number<std::uint32_t>(), longest_text + 1), '\0');
        if (value.size() > longest_text) throw CheckpointError("a damaged checkpoint: its header is wrong");
        get(value.data(), value.size());
        return value;
    }

    std::uint64_t bytes() const { return bytes_; }  // read from the file

    // Tells whether nothing but the checksum is left.
    bool is_at_sum() const { return bytes_ - (filled_ - next_) + sizeof(std::uint64_t) == size_; }

    // Tells whether the checksum is next, is right, and is the last thing in the file.
    bool ends_well() {
        sum_.add(buffer_.data(), next_);
        summed_ = true;
        const std::uint64_t expected = sum_.value();
        return number<std::uint64_t>() == expected && next_ == filled_ && !fill();
    }

  private:
    bool fill() {
        // The writer sums up what it writes at once: full buffers, and the last one without the checksum.
        if (!summed_) sum_.add(buffer_.data(), filled_);
        next_ = filled_ = 0;
        while (filled_ < buffer_bytes) {
            const ssize_t got = ::read(file_.descriptor(), buffer_.data() + filled_, buffer_bytes - filled_);
            if (got < 0 && errno != EINTR) fail_to("reading");
            if (got == 0) break;
            if (got > 0) filled_ += static_cast<std::size_t>(got);
        }
        bytes_ += filled_;
        return filled_ > 0;
    }

    const File& file_;
    const std::uint64_t size_;
    std::vector<unsigned char> buffer_;
    std::size_t next_ = 0, filled_ = 0;
    std::uint64_t bytes_ = 0;
    Checksum sum_;
    bool summed_ = false;
};

void put_header(Writer& writer, const CheckpointHeader& header) {
    writer.put(magic, magic_bytes);
    writer.number(order_mark);
    writer.text(header.engine);
    writer.text(header.fingerprint);
    writer.text(header.title);
    writer.number(header.nodes);
    writer.number(header.seconds);
    writer.number(header.sessions);
    writer.number(header.positions);
}

std::size_t most_in_block(std::size_t entry_bytes) { return std::max<std::size_t>(1, block_bytes / entry_bytes); }

// The bytes that a limit leaves for entries; 0: none.
std::uint64_t room_for_entries(std::uint64_t limit, const CheckpointHeader& header, std::size_t sections) {
    if (limit == Checkpoint::any_size) return limit;
    std::uint64_t other = magic_bytes + sizeof order_mark + 4 * sizeof(std::uint64_t) + sizeof(std::uint64_t);
    for (const std::string* text : {&header.engine, &header.fingerprint, &header.title}) {
        other += sizeof(std::uint32_t) + std::min<std::size_t>(text->size(), longest_text);
    }
    // A block that is full has more than half of its bytes; each section has one that is not, and an end.
    other += sections * (2 * sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t));
    other += limit / (block_bytes / 2) * sizeof(std::uint32_t);
    return limit > other ? limit - other : 0;
}

CheckpointHeader get_header(Reader& reader) {
    char begin[magic_bytes] = {};
    try {
        reader.get(begin, magic_bytes);
    } catch (const Short&) {  // what there is differs
    }
    if (std::memcmp(begin, magic, magic_bytes) != 0) throw CheckpointError("not a checkpoint of this program");
    if (reader.number<std::uint32_t>() != order_mark) throw CheckpointError("a checkpoint of another kind of machine");
    CheckpointHeader header;
    header.engine = reader.text();
    header.fingerprint = reader.text();
    header.title = reader.text();
    header.nodes = reader.number<std::uint64_t>();
    header.seconds = reader.number<double>();
    header.sessions = reader.number<std::uint64_t>();
    header.positions = reader.number<std::uint64_t>();
    return header;
}

// What comes after the header, to the end of the file: looks it through, or fills the tables with it. A search may have
// more tables than the one that wrote the file, or fewer; the first ones are the same.
void get_entries(Reader& reader, const Sections& sections, const CheckpointHeader& header, bool fill_any) {
    for (std::size_t i = 0; !reader.is_at_sum(); ++i) {
        Section* const section = i < sections.size() ? sections[i].get() : nullptr;
        const bool fill = fill_any && section != nullptr;
        const auto size = static_cast<std::size_t>(reader.number<std::uint64_t>());
        if (section != nullptr ? size != section->entry_bytes() : size == 0 || size > block_bytes) {
            throw CheckpointError("a checkpoint of another version");
        }
        const auto entries = reader.number<std::uint64_t>();
        if (fill) section->reserve(std::min(entries, header.positions));
        const auto block = std::make_unique<std::uint64_t[]>(block_bytes / 8 + size / 8 + 1);
        const std::size_t most = most_in_block(size);
        auto* const bytes = reinterpret_cast<unsigned char*>(block.get());
        while (const auto count = reader.number<std::uint32_t>()) {
            if (count > most) throw CheckpointError("a damaged checkpoint: its blocks are wrong");
            reader.get(bytes, count * size);
            for (std::size_t i = 0; fill && i < count; ++i) section->insert(bytes + i * size);
        }
    }
    if (!reader.ends_well()) throw CheckpointError("a damaged checkpoint: its checksum is wrong");
}

// The name of the search without the version.
std::string search_of(const CheckpointHeader& header) { return header.engine.substr(0, header.engine.rfind(' ')); }

std::string quoted(const CheckpointHeader& header) { return "\"" + header.title + "\" (" + header.engine + ")"; }

}  // namespace

CheckpointHeader read_header(const std::string& path) {
    const File file(path, O_RDONLY);
    if (!file.is_open()) fail_to("opening");
    Reader reader(file);
    return get_header(reader);
}

void Checkpoint::read(const Sections& sections) {
    const File file(path_, O_RDONLY);
    if (!file.is_open()) {
        if (errno == ENOENT) return;
        fail_to("opening");
    }
    Reader reader(file);
    const CheckpointHeader found = get_header(reader);
    if (found.engine != header_.engine || found.fingerprint != header_.fingerprint) {
        if (found.engine == header_.engine && found.title == header_.title) {
            throw CheckpointError("a checkpoint of " + quoted(found) + " with other rules, or another start");
        }
        if (found.engine != header_.engine && search_of(found) == search_of(header_)) {
            throw CheckpointError("a checkpoint of another version of the search (" + found.engine + "; this one reads " +
                                  header_.engine + ")");
        }
        throw CheckpointError("a checkpoint of " + quoted(found) + ", not of " + quoted(header_));
    }
    get_entries(reader, sections, found, false);  // nothing of a damaged file may stay in the tables
    Reader again(file);
    get_header(again);
    get_entries(again, sections, found, true);
    header_ = found;
    bytes_ = again.bytes();
}

void Checkpoint::keep(const Limits& limits) {
    if (limits.watched == nullptr || seconds() < next_) return;
    write(limits.watched->sections(), nodes_ + limits.counted());
}

void Checkpoint::finish(const Sections& sections) {
    // A look at a position takes longer than writing a hundred of them.
    const bool little = header_.sessions > 0 && nodes_ - written_ <= header_.positions / 100;
    if (little && bytes_ <= most_bytes_) return;
    write(sections, nodes_);
}

void Checkpoint::write(const Sections& sections, std::uint64_t nodes) {
    const double begun = seconds();
    const std::string beside = path_ + ".tmp";
    CheckpointHeader header = header_;
    header.nodes += nodes;
    header.seconds += begun;
    ++header.sessions;
    std::uint64_t used = 0;
    for (const auto& section : sections) used += section->used();
    if (used == 0 && (header_.sessions > 0 || written_ > 0)) return;  // lost, as memory was: keep the file
    bool begun_file = false;
    try {
        const std::uint64_t room = room_for_entries(most_bytes_, header, sections.size());
        Dearest kept(sections, room);
        header.positions = kept.count();
        if (room == 0 || (used > 0 && header.positions == 0)) {
            throw CheckpointError("not even one position goes into " + std::to_string(most_bytes_) + " bytes");
        }
        File file(beside, O_WRONLY | O_CREAT | O_TRUNC);
        if (!file.is_open()) fail_to("opening");
        begun_file = true;
        Writer writer(file);
        put_header(writer, header);
        for (std::size_t i = 0; i < sections.size(); ++i) {
            const auto& section = sections[i];
            const std::size_t size = section->entry_bytes(), most = most_in_block(size);
            writer.number(static_cast<std::uint64_t>(size));
            writer.number(kept.count(i));
            std::vector<unsigned char> block;
            block.reserve(most * size);
            const auto put_block = [&] {
                writer.number(static_cast<std::uint32_t>(block.size() / size));
                writer.put(block.data(), block.size());
                block.clear();
            };
            section->for_each([&](const void* entry) {
                if (!kept.takes(i, section->work(entry))) return;
                const auto* bytes = static_cast<const unsigned char*>(entry);
                block.insert(block.end(), bytes, bytes + size);
                if (block.size() == most * size) put_block();
            });
            if (!block.empty()) put_block();
            writer.number(std::uint32_t{0});
        }
        const std::uint64_t bytes = writer.end();
        file.close();
        if (::rename(beside.c_str(), path_.c_str()) != 0) fail_to("renaming");
        const std::size_t slash = path_.rfind('/');
        const File folder(slash == std::string::npos ? "." : path_.substr(0, slash + 1), O_RDONLY | O_DIRECTORY);
        if (folder.is_open()) ::fsync(folder.descriptor());  // best effort: the file itself is whole in any case
        warning_.clear();
        written_ = nodes;
        bytes_ = bytes;
    } catch (const std::exception& error) {
        if (begun_file) ::unlink(beside.c_str());
        warning_ = error.what();
    }
    next_ = seconds() + std::max(every_, 20 * (seconds() - begun));
}

}  // namespace zermelo
