-- An intent and its texts in the order they were planned, as they stand now.
local texts = {}
for _, id in ipairs(call('HVALS', P .. 'texts_of:' .. a.id)) do texts[#texts + 1] = { call('HGET', P .. 'text:' .. id, 'seq'), id } end
table.sort(texts, function(one, other) return one[1] < other[1] end)
for index, entry in ipairs(texts) do texts[index] = call('HGETALL', P .. 'text:' .. entry[2]) end
return { call('HGETALL', P .. 'intent:' .. a.id), texts }
