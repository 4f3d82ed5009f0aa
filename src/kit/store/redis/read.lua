-- Reads everything that was asked for as of one moment. ARGV: commands, each preceded by its number of words.
local answers, at = {}, 1
while ARGV[at] do
  local last = at + ARGV[at]
  answers[#answers + 1] = redis.call(unpack(ARGV, at + 1, last))
  at = last + 1
end
return answers
