// Checkpoints: the proven facts of a search in a file, so that another one can go on from there.
//
// A checkpoint is the tables of a search, and nothing else of its state: every entry is a proven fact about a position,
// so a search that finds it in its table is right, and is soon where the former one was. Entries that were lost, or do
// not fit into a smaller table, cost time only.
//
// The file is written beside the former one and takes its place when it is complete and on the disk: a crash, a kill
// or a full disk at any moment leaves a complete file, the former one at worst. It is read to its end, and its
// checksum compared, before the search begins. Numbers are in the order of bytes of the machine (a mark tells):
//
//     "zermelo checkpoint 1\n"  mark  engine  fingerprint  title       who wrote it, of which game
//     nodes  seconds  sessions  positions                              of all sessions
//     for each table: bytes of an entry, number of entries, blocks of entries with the number in each before it, 0
//     checksum
//
// The engine's name ends with the version of what its entries mean; whoever changes that raises it.
//
// A file may have a limit of bytes. It is never larger; of the entries those are in it that took the most work (dearest.hpp).
// Proof that this is right: no search asks for more of its table than that what it finds there is true, since any table may
// lose any entry at any time. What is missing is searched again. An entry keeps its work in the file, so the next file does
// not lose it to what is cheaper.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/limits.hpp"

namespace zermelo {

// The file is not what is expected; one line for people.
struct CheckpointError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Section {
  public:
    using Visit = std::function<void(const void*)>;

    virtual ~Section() = default;
    virtual std::size_t entry_bytes() const = 0;
    virtual std::uint64_t used() const = 0;
    virtual void for_each(const Visit& visit) const = 0;
    // Of an entry that is being visited: what it has cost, in the same measure in all sections of a search.
    virtual std::uint64_t work(const void* entry) const = 0;
    virtual void reserve(std::uint64_t count) = 0;
    virtual void insert(const void* entry) = 0;
};

// Table: has Entry with its work, used(), for_each(visit) for all entries in use, reserve(count), insert(entry) by the work.
template <class Table>
class SectionOf final : public Section {
  public:
    using Entry = typename Table::Entry;
    // Entries go into files as they are, so none of their bytes may be left to chance.
    static_assert(std::is_trivially_copyable_v<Entry> && std::has_unique_object_representations_v<Entry>);

    explicit SectionOf(Table& table) : table_(table) {}

    std::size_t entry_bytes() const override { return sizeof(Entry); }
    std::uint64_t used() const override { return table_.used(); }
    void for_each(const Visit& visit) const override {
        table_.for_each([&](const Entry& entry) { visit(&entry); });
    }
    std::uint64_t work(const void* entry) const override { return static_cast<const Entry*>(entry)->work; }
    void reserve(std::uint64_t count) override { table_.reserve(count); }
    void insert(const void* bytes) override {
        Entry entry;
        std::memcpy(static_cast<void*>(&entry), bytes, sizeof entry);
        table_.insert(entry);
    }

  private:
    Table& table_;
};

using Sections = std::vector<std::unique_ptr<Section>>;

struct CheckpointHeader {
    std::string engine, fingerprint, title;
    std::uint64_t nodes = 0;  // of all sessions, as all that follows
    double seconds = 0;
    std::uint64_t sessions = 0, positions = 0;
};

// The header of a file. Throws CheckpointError; only `read` below looks at all of the file.
CheckpointHeader read_header(const std::string& path);

class Checkpoint {
  public:
    static constexpr std::uint64_t any_size = ~std::uint64_t{0};

    // The fingerprint tells games (and what else an entry depends on) apart, the title names them for people. There
    // are at least `every` seconds between two files, and so many that writing takes no more than a twentieth. No file
    // has more than `most_bytes`.
    Checkpoint(std::string path, std::string engine, std::string fingerprint, std::string title, double every,
               std::uint64_t most_bytes = any_size)
        : path_(std::move(path)), every_(every), most_bytes_(most_bytes), next_(every) {
        header_.engine = std::move(engine);
        header_.fingerprint = std::move(fingerprint);
        header_.title = std::move(title);
    }

    // Fills the tables from the file, if there is one; throws CheckpointError when it is another's, or damaged.
    void read(const Sections& sections);

    // While a search is running, now and then: writes the file when it is time to.
    void keep(const Limits& limits);
    // Adds the positions of a search that has ended to those of the session.
    void count(const Limits& limits) { nodes_ += limits.counted(); }
    // At the end: writes the file unless hardly anything is new, and it is not too large.
    void finish(const Sections& sections);

    const CheckpointHeader& before() const { return header_; }  // the work of the sessions before this one
    const std::string& warning() const { return warning_; }     // why the last file could not be written; or empty

  private:
    using Clock = std::chrono::steady_clock;

    double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }
    void write(const Sections& sections, std::uint64_t nodes);

    const std::string path_;
    const Clock::time_point begun_ = Clock::now();
    const double every_;
    const std::uint64_t most_bytes_;
    std::uint64_t bytes_ = 0;  // of the file that is there
    double next_;  // when to write again, in seconds of this session
    CheckpointHeader header_;
    std::uint64_t nodes_ = 0, written_ = 0;  // counted in this session; those that the file knows of
    std::string warning_;
};

// A search between its beginning, with what its checkpoint knows, and its end.
class Watching {
  public:
    Watching(Limits& limits, Watched& search, Checkpoint* checkpoint) : limits_(limits), checkpoint_(checkpoint) {
        if (checkpoint_ != nullptr) checkpoint_->read(search.sections());
        limits_.watched = &search;
    }
    Watching(const Watching&) = delete;
    Watching& operator=(const Watching&) = delete;
    ~Watching() { limits_.watched = nullptr; }

    void finish() {
        if (checkpoint_ == nullptr) return;
        checkpoint_->count(limits_);
        checkpoint_->finish(limits_.watched->sections());
    }

  private:
    Limits& limits_;
    Checkpoint* checkpoint_;
};

}  // namespace zermelo
