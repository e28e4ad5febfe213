/**
 * What Redis does in one step each, so that nobody comes in between.
 *
 * **Details.** A script names all its keys, and all of one step carry one hash tag, so that a cluster keeps them together. Everything ends
 * by itself: a window twice its length after its last draw, places and lines with their leases.
 */
import type { Redis } from "ioredis"

/** Draws on a window: KEYS its counter; ARGV weight, limit, milliseconds to keep it. Answers whether, and how much is used. */
const draw = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return {0, used} end
used = redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, used}`

/**
 * Takes a place: KEYS who has one, who stands in line in which order, and until when; ARGV token, limit, lease, time in line,
 * and the moment, which is Redis' own when there is none. Answers whether, and how many are taken.
 */
const enter = `
local taken, line, alive = KEYS[1], KEYS[2], KEYS[3]
local token, limit, lease, patience = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local now = tonumber(ARGV[5])
if now == nil then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
redis.call('ZREMRANGEBYSCORE', taken, '-inf', now)
local count = redis.call('ZCARD', taken)
local held = redis.call('ZSCORE', taken, token)
local rank = false
local before = 0
if not held then
  for _, gone in ipairs(redis.call('ZRANGEBYSCORE', alive, '-inf', now)) do
    redis.call('ZREM', line, gone)
    redis.call('ZREM', alive, gone)
  end
  rank = redis.call('ZRANK', line, token)
  before = rank or redis.call('ZCARD', line)
end
if held or count + before < limit then
  redis.call('ZADD', taken, now + lease, token)
  if redis.call('PTTL', taken) < lease then redis.call('PEXPIRE', taken, lease) end
  if rank then
    redis.call('ZREM', line, token)
    redis.call('ZREM', alive, token)
  end
  return {1, held and count or count + 1}
end
if patience > 0 then
  if not rank then
    local last = redis.call('ZREVRANGE', line, 0, 0, 'WITHSCORES')
    redis.call('ZADD', line, (tonumber(last[2]) or 0) + 1, token)
  end
  redis.call('ZADD', alive, now + patience, token)
  redis.call('PEXPIRE', line, patience)
  redis.call('PEXPIRE', alive, patience)
end
return {0, count}`

/** Gives a place back, or one in line: KEYS as above; ARGV token. */
const leave = `
for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end
return 0`

/** The scripts, as the client loads them: by their digest, and whole where Redis does not know that. */
export const scripts = {
  kittiwakeDraw: { numberOfKeys: 1, lua: draw },
  kittiwakeEnter: { numberOfKeys: 3, lua: enter },
  kittiwakeLeave: { numberOfKeys: 3, lua: leave }
}

type Answer = [yes: number, count: number]

/** The scripts as methods, which the client makes of them. */
interface Scripts {
  readonly kittiwakeDraw: (window: string, weight: number, limit: number, keepMillis: number) => Promise<Answer>
  readonly kittiwakeEnter: (
    ...asked: [
      ...keys: [taken: string, line: string, alive: string],
      ...place: [token: string, limit: number, leaseMillis: number, lineMillis: number, nowMillis: number | ""]
    ]
  ) => Promise<Answer>
  readonly kittiwakeLeave: (taken: string, line: string, alive: string, token: string) => Promise<number>
}

/** A client that knows the scripts. */
export type Client = Redis & Scripts
