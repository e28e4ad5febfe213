/** Mistakes in imports of lists of brands. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { cli, type Mutant, postgres, sqlite, storage } from "./Mutant.ts"

const hostile = "test/hostileLists.test.ts"
const plain = "test/brandLists.test.ts"

export const mutantsOfImports: ReadonlyArray<Mutant> = [
  postgres(
    "imports: what a row was held against loses its words",
    "src/brandRows.ts",
    "const before = known.filter(({ domain }) => written.has(domain))",
    "const before = known",
    "test/BrandListStore.test.ts"
  ),
  postgres(
    "imports: words are dropped by reading through all",
    "src/brandWordRows.ts",
    "word = x.word and domain = x.domain offset 0",
    "word = x.word and domain = x.domain",
    "test/brandPlan.test.ts"
  ),
  cli(
    "imports: a line of any length is held",
    "src/brandLists/listLines.ts",
    "if (length > longest) rest = []",
    "if (length > longest && rest.length === 0) rest = []",
    hostile
  ),
  cli(
    "imports: a document is read however long its row is",
    "src/brandLists/documentRows.ts",
    "if (waited > longestRow)",
    "if (waited > 1e3 * longestRow)",
    hostile
  ),
  cli(
    "imports: a byte order mark belongs to the first row",
    "src/brandLists/listLines.ts",
    "const isMarked = isFirst && ",
    "const isMarked = isFirst && start > 0 && ",
    hostile
  ),
  cli(
    "imports: an end that came too early is the end",
    "src/brandLists/unpacked.ts",
    "    throw unpackingFault(cause)",
    "    if (unpackingFault(cause) === cause) throw cause",
    hostile
  ),
  cli(
    "imports: a row that ended a part comes again",
    "src/brandLists/tableRows.ts",
    "const from = Math.max(place.bytes, start)",
    "const from = start",
    plain
  ),
  cli(
    "imports: what quotes hold together is a row whatever it is",
    "src/brandLists/listLines.ts",
    "if (!isRow(text)) return",
    "if (!isRow(text) && text.length === 0) return",
    "test/peopleImport.test.ts"
  ),
  cli(
    "imports: bytes that are no text are taken as some",
    "src/brandLists/lineRows.ts",
    "text instanceof Buffer && isUtf8(text) ?",
    "text instanceof Buffer ?",
    "test/peopleImport.test.ts",
    plain
  ),
  cli(
    "people: an import that broke off does not say what it took",
    "src/commands/peopleImport.ts",
    "if (kept === 0) return cause",
    "if (kept >= 0) return cause",
    "test/peopleImport.test.ts"
  ),
  cli(
    "imports: a file is read however long it is",
    "src/commands/boundedBytes.ts",
    "if (length > most) return null",
    "if (length > 1e3 * most) return null",
    "test/boundedBytes.test.ts"
  ),
  sqlite(
    "restore: a pipe is opened, and waited for",
    "src/whatIs.ts",
    "!found.isFile() && !found.isDirectory()",
    "found.isFile() && found.isDirectory()",
    "test/snapshots.test.ts"
  ),
  storage(
    "import: all rows of a table are held at once",
    "src/transfer.ts",
    "name !== table || length > chunkLength",
    "name !== table",
    "test/transfer.test.ts"
  ),
  {
    ...storage(
      "import: a first line of any length is held",
      "src/transfer.ts",
      "let most: number = longest.header",
      "let most: number = longest.line"
    ),
    tests: ["test/transfer/transfer.test.ts"]
  },
  {
    ...storage(
      "import: a row that is no JSON ends the process",
      "src/transfer.ts",
      "yield* Effect.try({ try: look, catch: noRow })",
      "look()"
    ),
    tests: ["test/transfer/transfer.test.ts"]
  },
  {
    ...sqlite(
      "import: an old export is read into tables of now",
      "src/transfer.ts",
      "migrate(db, false, migration)",
      "migrate(db)"
    ),
    tests: ["test/transfer/oldExports.test.ts"]
  },
  {
    ...sqlite(
      "import: old tables are handed on as they are",
      "src/transfer.ts",
      "        attempt(() => migrate(db)),",
      "        Effect.void,"
    ),
    tests: ["test/transfer/oldExports.test.ts"]
  },
  storage(
    "export: tables go by their names alone",
    "src/transfer.ts",
    "for (const other of [...refersTo(table)].sort()) add(other)",
    "",
    "test/transfer.test.ts"
  ),
  storage(
    "import: a row goes in before those it refers to",
    "src/transfer.ts",
    "other !== table && !filled.has(other)",
    "other === table && !filled.has(other)",
    "test/transfer.test.ts"
  ),
  storage(
    "export: a file that another wrote meanwhile is lost",
    "src/transfer.ts",
    'await (await open(path, "wx", 0o600)).close()',
    'await (await open(path, "w", 0o600)).close()',
    "test/transfer.test.ts"
  ),
  storage(
    "export: what was broken off stays",
    "src/transfer.ts",
    "await rm(unfinished, { force: true })",
    "await closed",
    "test/transfer.test.ts"
  ),
  {
    ...postgres(
      "export: tables of other programs travel",
      "src/transfer.ts",
      "c.oid = to_regclass(quote_ident(t.name))",
      "c.relname = t.name"
    ),
    tests: ["test/transfer/beside.test.ts"]
  },
  postgres(
    "long transactions end while they are idle",
    "src/longTransaction.ts",
    `"idle_in_transaction_session_timeout", `,
    "",
    "test/longTransaction.test.ts"
  ),
  postgres(
    "migrations: a start waits for a dump where none is missing",
    "src/migrate.ts",
    "if (isUpToDate) return []",
    "if (isUpToDate) yield* knownMigration",
    "test/migrate.test.ts"
  ),
  {
    ...cli(
      "export: a Postgres that fails is told without a word",
      "src/commands/transfer.ts",
      `error._tag === "StoreUnavailable" ? unavailable(didNotAnswer(error, left)) : failed(error.message)`,
      "failed(error.message)"
    ),
    tests: ["packages/cli/test/transferWords.test.ts"]
  },
  sqlite(
    "restore: blobs of what was put aside are swept",
    "src/dataDirectory.ts",
    "name.startsWith(before) && !ends",
    "name === before && !ends",
    "test/keptAside.test.ts"
  ),
  sqlite(
    "a lock that is gone is not missed",
    "src/presence.ts",
    "if (lock === null || lock ===",
    "if (lock !== null || lock ===",
    "test/dataDirectory.test.ts"
  )
]
