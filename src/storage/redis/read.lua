-- Reads all that was asked for as it is at one moment. ARGV: commands, each behind the count of its words.
local answers, at = {}, 1
while ARGV[at] do
  local last = at + ARGV[at]
  answers[#answers + 1] = redis.call(unpack(ARGV, at + 1, last))
  at = last + 1
end
return answers
