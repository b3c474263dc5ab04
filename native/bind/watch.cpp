// See watch.hpp; and the headers of checkpoints, for Python.

#include "bind/watch.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <string>

#include "bind/convert.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t most_threads = 4096;
constexpr double seconds_between = 0.5;

std::string bytes_of(nb::handle value) {
    const auto bytes = nb::cast<nb::bytes>(value);
    return {bytes.c_str(), bytes.size()};
}

nb::bytes to_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// The calls to Python while a search is running: signals, progress.
class Look {
  public:
    Look(nb::handle tell, Checkpoint* checkpoint) : tell_(tell), checkpoint_(checkpoint) {}

    bool operator()(Limits& limits) {
        if (checkpoint_ != nullptr) checkpoint_->keep(limits);
        const nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) return true;  // leaves the exception set
        if (tell_.is_none() || limits.watched == nullptr || limits.elapsed() < next_) return false;
        next_ = limits.elapsed() + seconds_between;
        try {
            tell_(told(limits));
        } catch (nb::python_error& error) {
            error.restore();
            return true;
        }
        return false;
    }

  private:
    nb::dict told(const Limits& limits) const {
        Pulse pulse;
        limits.watched->describe(pulse);
        nb::dict result;
        result["nodes"] = limits.counted();
        result["seconds"] = limits.elapsed();
        result["used"] = pulse.used;
        result["room"] = pulse.room;
        result["memory"] = pulse.bytes;
        result["depth"] = pulse.depth < 0 ? nb::object(nb::none()) : nb::object(nb::int_(pulse.depth));
        result["move"] = pulse.move;
        result["left"] = pulse.left;
        result["warning"] = checkpoint_ == nullptr ? std::string() : checkpoint_->warning();
        return result;
    }

    nb::handle tell_;  // lives longer than the search: an argument of the call
    Checkpoint* checkpoint_;
    double next_ = seconds_between;
};

// A title in a message is what stands in a file: perhaps no text at all.
void translate(const std::exception_ptr& error, void* type) {
    try {
        std::rethrow_exception(error);
    } catch (const CheckpointError& found) {
        const std::string text = found.what();
        const auto size = static_cast<Py_ssize_t>(text.size());
        const nb::object said = nb::steal(PyUnicode_DecodeUTF8(text.data(), size, "replace"));
        PyErr_SetObject(static_cast<PyObject*>(type), said.ptr());
    }
}

nb::tuple checkpoint_header(nb::bytes path) {
    const std::string name(path.c_str(), path.size());
    const CheckpointHeader header = read_header(name);
    return nb::make_tuple(to_bytes(header.engine), to_bytes(header.title), header.nodes, header.seconds,
                          header.sessions, header.positions);
}

}  // namespace

std::unique_ptr<Checkpoint> read_checkpoint(nb::handle value, const char* engine) {
    if (value.is_none()) return nullptr;
    nb::tuple parts;
    if (!nb::try_cast(value, parts) || parts.size() != 5 || !nb::isinstance<nb::bytes>(parts[0]) ||
        !nb::isinstance<nb::bytes>(parts[1]) || !nb::isinstance<nb::bytes>(parts[2]) ||
        !nb::isinstance<nb::float_>(parts[3])) {
        throw nb::type_error("keep: expected None, or a path, a fingerprint and a title as bytes, seconds and bytes at most");
    }
    const auto bytes = parts[4].is_none() ? Checkpoint::any_size
                                          : static_cast<std::uint64_t>(read_integer(parts[4], "keep", 0, most));
    return std::make_unique<Checkpoint>(bytes_of(parts[0]), engine, bytes_of(parts[1]), bytes_of(parts[2]),
                                        nb::cast<double>(parts[3]), bytes);
}

Limits read_limits(nb::handle seconds, nb::handle nodes, nb::handle tell, Checkpoint* checkpoint, std::uint64_t interval) {
    return {read_seconds(seconds), static_cast<std::uint64_t>(read_integer(nodes, "nodes", 0, most)),
            Look(tell, checkpoint), interval};
}

Threads read_threads(nb::handle threads, nb::handle patience) {
    return {static_cast<std::size_t>(read_integer(threads, "threads", 1, most_threads)),
            static_cast<std::uint64_t>(read_integer(patience, "patience", 0, most))};
}

void bind_watch(nb::module_& m) {
    const nb::object type = nb::exception<CheckpointError>(m, "CheckpointError", PyExc_ValueError);
    nb::register_exception_translator(translate, type.ptr());
    m.def("checkpoint_header", &checkpoint_header, "path"_a,
          "Facts that a checkpoint gives of itself: engine, title, nodes, seconds, sessions, positions.");
}

}  // namespace zermelo
