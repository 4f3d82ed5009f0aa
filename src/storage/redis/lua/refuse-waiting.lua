local ids = call('SMEMBERS', P .. 'waiting:' .. a.workspace)
for _, id in ipairs(ids) do finish(textOf(id), 'refused', a.problem, a.now) end
news()
return #ids
