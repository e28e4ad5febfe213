/** Mistakes in what stands beside the database: large bytes, and what processes share over Redis. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { blobs, core, type Mutant, redis } from "./Mutant.ts"

const rowSuite = "packages/adapters/sqlite/test/BlobRowStore.test.ts"

const sweep: ReadonlyArray<Mutant> = [
  core(
    "blobs: those of another installation are swept",
    "src/blobs/sweepBlobs.ts",
    "|| !(yield* isOurStore())) {",
    "|| (!(yield* isOurStore()) && limit < 0)) {",
    rowSuite
  ),
  core(
    "blobs: what was just put is swept",
    "src/blobs/sweepBlobs.ts",
    "DateTime.subtractDuration(now, blobGrace)",
    "DateTime.add(now, { hours: 1 })",
    rowSuite
  ),
  core(
    "blobs: what rows name is swept",
    "src/blobs/sweepBlobs.ts",
    "old.filter((key) => !named.has(blobPath(key)))",
    'old.filter((key) => named.size < 0 || key.name !== "")',
    rowSuite
  ),
  core(
    "blobs: a sweep ends with its first stretch",
    "src/blobs/sweepBlobs.ts",
    "listed.length < limit ? null",
    "listed.length <= limit ? null",
    rowSuite
  ),
  core(
    "blobs: several sweep one stretch",
    "src/blobs/sweepBlobs.ts",
    "if (!isDue(round, now, rest)) return null",
    "if (round.after === null) return null",
    rowSuite
  )
]

const bytes: ReadonlyArray<Mutant> = [
  blobs(
    "blobs: a part of what was put is found",
    "src/files/files.ts",
    "      return await linkTo(file, fileOf(path))",
    "      return (await linkTo(file, fileOf(path))) || true",
    "test/files.test.ts"
  ),
  blobs(
    "blobs: more bytes are put than are allowed",
    "src/written.ts",
    "if (size > options.maxBytes)",
    "if (size > options.maxBytes * 2)",
    "test/files.test.ts"
  ),
  blobs(
    "blobs: bytes that were changed are read",
    "src/readBlob.ts",
    'digest.digest("hex") === head.digest ?',
    'digest.digest("hex") !== "" ?',
    "test/files.test.ts"
  ),
  blobs(
    "blobs: a range begins a chunk too early",
    "src/readBlob.ts",
    "return cut(chunks, begin - first * chunkBytes, length)",
    "return cut(chunks, 0 * begin, length)",
    "test/files.test.ts"
  ),
  blobs(
    "blobs: sealed bytes open at another path",
    "src/sealedBytes.ts",
    "`kittiwake blob\\0${path}`",
    '`kittiwake blob\\0${path.length < 0 ? path : ""}`',
    "test/files.test.ts"
  ),
  blobs(
    "blobs: chunks open in another order",
    "src/sealedBytes.ts",
    "nonce.writeUInt32BE(number, 8)",
    "nonce.writeUInt32BE(number === endNumber ? number : 0, 8)",
    "test/files.test.ts"
  ),
  blobs(
    "blobs: a list begins with what it is to come after",
    "src/files/listFiles.ts",
    "path <= after ||",
    "path < after ||",
    "test/files.test.ts"
  ),
  blobs(
    "blobs: puts that have not ended are dropped",
    "src/files/files.ts",
    "found.mtimeMs >= beforeMillis",
    "found.mtimeMs < 0",
    "test/files.test.ts"
  )
]

const onRedis: ReadonlyArray<Mutant> = [
  redis(
    "redis: a window admits one call too many",
    "src/scripts.ts",
    "if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then",
    "if used > tonumber(ARGV[2]) then",
    "test/suites.test.ts"
  ),
  redis(
    "redis: a window never ends",
    "src/scripts.ts",
    "redis.call('PEXPIRE', KEYS[1], ARGV[3])",
    "redis.call('PERSIST', KEYS[1])",
    "test/ending.test.ts"
  ),
  redis(
    "redis: a place is never free again",
    "src/scripts.ts",
    "redis.call('ZREMRANGEBYSCORE', taken, '-inf', now)",
    "redis.call('ZREMRANGEBYSCORE', taken, '-inf', 0)",
    "test/suites.test.ts"
  ),
  redis(
    "redis: who comes later takes the place of who stands first",
    "src/scripts.ts",
    "if held or count + before < limit then",
    "if held or count < limit then",
    "test/suites.test.ts"
  ),
  redis(
    "redis: one token takes two places",
    "src/scripts.ts",
    "return {1, held and count or count + 1}",
    "return {1, count + 1}",
    "test/suites.test.ts"
  ),
  redis(
    "redis: who died in line keeps it",
    "src/scripts.ts",
    "redis.call('ZRANGEBYSCORE', alive, '-inf', now)",
    "redis.call('ZRANGEBYSCORE', alive, '-inf', 0)",
    "test/suites.test.ts"
  ),
  redis(
    "redis: who leaves keeps its place in line",
    "src/scripts.ts",
    "for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end",
    "redis.call('ZREM', KEYS[1], ARGV[1])",
    "test/suites.test.ts"
  ),
  redis(
    "redis: subjects share their places",
    "src/PlaceKeeper.ts",
    "`${prefix}place:{${subject}}`",
    "`${prefix}place:{${subject.length}}`",
    "test/suites.test.ts"
  ),
  core(
    "shared: a place that is held is not renewed",
    "src/sharing/keepPlaces.ts",
    "yield* Effect.ignore(renewAll)",
    "yield* Effect.void",
    "test/sharing/makeSharedPlaces.test.ts"
  ),
  core(
    "shared: a place that could not be given back is forgotten",
    "src/sharing/keepPlaces.ts",
    "yield* Effect.ignore(payAll)",
    "yield* Effect.void",
    "test/sharing/makeSharedPlaces.test.ts"
  )
]

export const mutantsBesideRows: ReadonlyArray<Mutant> = [...sweep, ...bytes, ...onRedis]
