-- An intent and its texts in the order they were planned, as they stand now.
local texts = {}
for _, id in ipairs(call('HVALS', P .. 'texts_of:' .. a.id)) do
  local flat = call('HGETALL', P .. 'text:' .. id)
  texts[#texts + 1] = { flat, cjson.decode(call('HGET', P .. 'text:' .. id, 'about')).seq }
end
table.sort(texts, function(one, other) return one[2] < other[2] end)
for index, entry in ipairs(texts) do texts[index] = entry[1] end
return { call('HGETALL', P .. 'intent:' .. a.id), texts }
