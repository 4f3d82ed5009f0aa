-- Deletes documents while a record is there. KEYS[1]: the record. ARGV: the set with the names of the workspace's documents, the
-- prefix of documents' keys, and names.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for i = 3, #ARGV do
  redis.call('DEL', ARGV[2] .. ARGV[i])
  redis.call('SREM', ARGV[1], ARGV[i])
end
return #ARGV - 2
