-- An intent and its texts in the order they were planned, as they stand now, each as [id, hash].
local texts = {}
for _, id in ipairs(call('HVALS', P .. 'texts_of:' .. a.id)) do
  local flat = call('HGETALL', P .. 'text:' .. id)
  local seq = decoded(call('HGET', P .. 'text:' .. id, 'about')).seq
  texts[#texts + 1] = { id, flat, type(seq) == 'string' and seq or '' }
end
table.sort(texts, function(one, other) return one[3] < other[3] end)
for index, entry in ipairs(texts) do texts[index] = { entry[1], entry[2] } end
return { call('HGETALL', P .. 'intent:' .. a.id), texts }
