#include "rules/net.hpp"

namespace zermelo {

std::unique_ptr<Rules> make_net_rules(const NetSpec& spec) {
    auto program = std::make_shared<const NetProgram>(spec);
    return choose_words(spec.fluents + 1, [&](auto words) -> std::unique_ptr<Rules> {
        return std::make_unique<RulesOf<NetGame<words()>>>(spec.fluents, NetGame<words()>(program));
    });
}

}  // namespace zermelo
