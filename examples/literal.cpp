// A bot in a process of its own, in C++17 and nothing else; docs/protocol.md explains it. It keeps
// the table in mind by what it is told of each action, and plays as literal.py does.
//
//     c++ -std=c++17 -O2 -o literal literal.cpp

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr int kRanks = 5;

// As much of JSON as the protocol needs.
struct Json {
  enum Kind { kNull, kTruth, kNumber, kText, kList, kObject } kind = kNull;
  bool truth = false;
  double number = 0;
  std::string text;
  std::vector<Json> list;
  std::map<std::string, Json> object;

  bool has(const std::string& key) const { return object.count(key) > 0; }
  const Json& operator[](const std::string& key) const {
    static const Json nothing;
    auto found = object.find(key);
    return found == object.end() ? nothing : found->second;
  }
  int whole() const { return static_cast<int>(number); }
};

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Json value() {
    Json json;
    const char next = peek();
    if (next == '{') {
      json.kind = Json::kObject;
      for (++at_; peek() != '}'; skip(',')) {
        const std::string key = string();
        skip(':');
        json.object[key] = value();
      }
      ++at_;
    } else if (next == '[') {
      json.kind = Json::kList;
      for (++at_; peek() != ']'; skip(',')) json.list.push_back(value());
      ++at_;
    } else if (next == '"') {
      json.kind = Json::kText;
      json.text = string();
    } else if (next == 't' || next == 'f') {
      json.kind = Json::kTruth;
      json.truth = next == 't';
      at_ += json.truth ? 4 : 5;
    } else if (next == 'n') {
      at_ += 4;
    } else {
      json.kind = Json::kNumber;
      char* end = nullptr;
      json.number = std::strtod(text_.c_str() + at_, &end);
      const std::size_t stop = end - text_.c_str();
      if (stop == at_) std::exit(1);
      at_ = stop;
    }
    return json;
  }

 private:
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    if (at_ >= text_.size()) std::exit(1);
    return text_[at_];
  }
  void skip(char one) {
    if (peek() == one) ++at_;
  }
  // Escapes are kept as they are: this bot compares texts with plain ones only.
  std::string string() {
    std::string found;
    for (peek(), ++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      found += text_[at_];
      if (text_[at_] == '\\') found += text_[++at_];
    }
    ++at_;
    return found;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

std::uint32_t bit(int suit, int rank) { return 1u << (suit * kRanks + rank - 1); }

struct Card {
  int suit = -1;  // -1 in one's own hand
  int rank = 0;
  std::uint32_t possible = 0;
  bool rank_told = false;
};

class Table {
 public:
  Table() = default;
  Table(const Json& hello, const Json& start)
      : seat_(hello["seat"].whole()), players_(hello["players"].whole()) {
    const Json& rules = hello["rules"];
    const int suits = rules["suits"].whole();
    everything_ = (1u << (suits * kRanks)) - 1;
    stacks_.assign(suits, 0);
    for (const Json& touched : rules["touch"]["suit"].list) {
      std::uint32_t mask = 0;
      for (const Json& suit : touched.list)
        for (int rank = 1; rank <= kRanks; ++rank) mask |= bit(suit.whole(), rank);
      suit_touch_.push_back(mask);
    }
    for (const Json& touched : rules["touch"]["rank"].list) {
      std::uint32_t mask = 0;
      for (const Json& rank : touched.list)
        for (int suit = 0; suit < suits; ++suit) mask |= bit(suit, rank.whole());
      rank_touch_.push_back(mask);
    }
    for (const Json& hand : start["hands"].list) {
      hands_.emplace_back();
      for (const Json& face : hand.list) hands_.back().push_back(card(face));
    }
  }

  void note(const Json& event) {
    const Json& action = event["action"];
    const std::string& type = action["type"].text;
    if (type == "clue-suit" || type == "clue-rank") {
      const bool by_rank = type == "clue-rank";
      const int value = action["value"].whole();
      const std::uint32_t mask = by_rank ? rank_touch_[value - 1] : suit_touch_[value];
      std::vector<Card>& hand = hands_[action["target"].whole()];
      std::uint32_t touched = 0;
      for (const Json& slot : event["touched"].list) touched |= 1u << slot.whole();
      for (std::size_t slot = 0; slot < hand.size(); ++slot) {
        const bool hit = touched >> slot & 1;
        hand[slot].possible &= hit ? mask : ~mask;
        if (hit && by_rank) hand[slot].rank_told = true;
      }
      return;
    }
    const std::vector<Json>& face = event["card"].list;
    if (event["placed"].truth) stacks_[face[0].whole()] = face[1].whole();
    std::vector<Card>& hand = hands_[event["seat"].whole()];
    if (!action["deck"].truth) hand.erase(hand.begin() + action["slot"].whole());
    if (event["drew"].truth) hand.push_back(card(event["drawn"]));
  }

  std::string choose(const Json& legal) const {
    std::uint32_t playable = 0;
    for (std::size_t suit = 0; suit < stacks_.size(); ++suit)
      if (stacks_[suit] < kRanks) playable |= bit(static_cast<int>(suit), stacks_[suit] + 1);
    const auto is_sure = [&](const Card& one) {
      return one.possible != 0 && (one.possible & ~playable) == 0;
    };
    const std::vector<Card>& own = hands_[seat_];
    for (std::size_t slot = 0; slot < own.size(); ++slot)
      if (is_sure(own[slot])) return "{\"type\":\"play\",\"slot\":" + std::to_string(slot) + "}";
    for (int ahead = 1; ahead < players_; ++ahead) {
      const int target = (seat_ + ahead) % players_;
      for (const Card& one : hands_[target]) {
        if (!(bit(one.suit, one.rank) & playable) || is_sure(one)) continue;
        const std::string type = one.rank_told ? "clue-suit" : "clue-rank";
        const int value = one.rank_told ? one.suit : one.rank;
        for (const Json& action : legal.list)
          if (action["type"].text == type && action["target"].whole() == target &&
              action["value"].whole() == value)
            return written(action);
      }
    }
    for (const Json& action : legal.list)
      if (action["type"].text == "discard" && action["slot"].whole() == 0) return written(action);
    for (const Json& action : legal.list)
      if (action["type"].text == "clue-rank") return written(action);
    return written(legal.list.front());
  }

 private:
  Card card(const Json& face) const {
    Card one;
    one.possible = everything_;
    if (face.kind == Json::kList) {
      one.suit = face.list[0].whole();
      one.rank = face.list[1].whole();
    }
    return one;
  }

  static std::string written(const Json& action) {
    std::string text = "{\"type\":\"" + action["type"].text + "\"";
    for (const char* key : {"slot", "announce", "target", "value"})
      if (action.has(key)) text += ",\"" + std::string(key) + "\":" + std::to_string(action[key].whole());
    if (action["deck"].truth) text += ",\"deck\":true";
    return text + "}";
  }

  int seat_ = 0;
  int players_ = 0;
  std::uint32_t everything_ = 0;
  std::vector<int> stacks_;
  std::vector<std::uint32_t> suit_touch_;
  std::vector<std::uint32_t> rank_touch_;
  std::vector<std::vector<Card>> hands_;
};

}  // namespace

int main() {
  Json hello;
  Table table;
  std::string line;
  while (std::getline(std::cin, line)) {
    const Json message = Reader(line).value();
    const std::string& type = message["type"].text;
    std::string more;
    if (type == "hello") {
      hello = message;
      more = ",\"protocol\":1,\"name\":\"literal\",\"wants\":[\"events\",\"legal\"]";
    } else if (type == "start") {
      table = Table(hello, message);
    } else if (type == "event") {
      table.note(message);
    } else if (type == "act") {
      more = ",\"action\":" + table.choose(message["legal"]);
    } else if (type == "beliefs") {
      more = ",\"beliefs\":null";
    } else if (type == "bye") {
      return 0;
    }
    if (message.has("id"))
      std::cout << "{\"id\":" << message["id"].whole() << more << "}" << std::endl;
  }
}
