-- Replaces a document's text (empty: none) with another, if it is still the expected one.
local stored = redis.call('GET', KEYS[1]) or ''
if stored ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL') -- When it ends stays.
return 1
