/** Makes the first organization and its key, and tells the operator what they need to know. */
import { Organizations } from "@kittiwake/core/organizations/Organizations"
import { Sessions } from "@kittiwake/core/sessions/Sessions"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { makeDirectory } from "@kittiwake/storage/makeDirectory"
import { Console, Effect, Option, Redacted } from "effect"
import { failed } from "./CommandFailed.ts"
import { defaultPort, type Settings } from "./config.ts"
import { dashboardAddress } from "./dashboardAddress.ts"
import { dashboardFolder } from "./dashboardFiles.ts"
import { exists } from "./exists.ts"
import { fields } from "./output.ts"
import { keyFile } from "./serverClient.ts"
import { writeWhole } from "./wholeFile.ts"

const keep = (settings: Settings, secret: string) =>
  Effect.tryPromise({
    try: async () => {
      await makeDirectory(settings.dataDirectory)
      await writeWhole(keyFile(settings.dataDirectory), `${secret}\n`)
    },
    catch: (cause) =>
      failed(
        `The data directory ${settings.dataDirectory} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}. Mend that, or set KITTIWAKE_DATA_DIR to another place.`
      )
  })

/**
 * Makes the first organization when there is none. A key that was generated is kept in the data directory, so that the
 * command beside the server works without being told it; a key from the environment is kept nowhere.
 */
export const firstStart = Effect.fn("firstStart")(function* (settings: Settings) {
  const organizations = yield* Organizations
  const made = yield* organizations.ensureFirst({ plan: settings.plan, secret: settings.apiKey })
  if (Option.isNone(made) || Option.isSome(settings.apiKey)) return Option.none<string>()
  const secret = Redacted.value(made.value.secret)
  yield* keep(settings, secret)
  return Option.some(secret)
})

/** Says that a database is made, to whoever waits at a terminal for a server that has none yet. */
export const announcePreparing = Effect.fnUntraced(function* ({ log, storage }: Settings) {
  if (log !== "pretty" || storage._tag !== "Embedded") return
  if (yield* exists(dataDirectoryAt(storage.dataDirectory).database)) return
  yield* Console.log("Preparing the database…")
})

const storageText = ({ dataDirectory, storage }: Settings): string =>
  storage._tag === "Embedded" ? `${dataDirectory} (embedded database)` : "Postgres"

/** The file that keeps the first key, where no key came from the environment and it is still there. */
const kept = ({ apiKey, dataDirectory }: Settings): Effect.Effect<Option.Option<string>> => {
  const file = keyFile(dataDirectory)
  return Option.isSome(apiKey)
    ? Effect.succeed(Option.none())
    : Effect.map(exists(file), (isThere) => (isThere ? Option.some(file) : Option.none()))
}

/** What a command must be told to find a server at this address. */
const portText = (url: string): string => {
  const { port } = new URL(url)
  return Number(port) === defaultPort ? "" : `KITTIWAKE_PORT=${port} `
}

/** What a person reads of a key that was made, once. */
const keyText = (secret: string, file: string): string => `${secret} (shown only now; kept in ${file})`

/** What a person reads where nothing keeps a key: it was deleted, or a first start died before it stood there. */
const lostText = 'kept in no file ("kittiwake key create" makes one)'

/** How long a link works, for whoever has just been shown one. */
const linkText = (address: string): string => `${address} (signs you in; works once, for 15 minutes)`

/** What stands in its place at later starts: how to get another. */
const laterText = (plain: string, url: string): string =>
  `${plain} ("${portText(url)}npx kittiwake dashboard" prints a link that signs you in)`

/**
 * Where the dashboard is: with a link that signs in, where somebody has just started for the first time and nobody has a key
 * yet. It is shown to the person at a terminal alone, and stands in no log.
 */
const dashboardText = Effect.fnUntraced(function* (settings: Settings, url: string, isFirst: boolean) {
  if (dashboardFolder() === null) return Option.none<{ readonly link: string | null; readonly plain: string }>()
  const plain = dashboardAddress(settings, url)
  if (!isFirst) return Option.some({ link: null, plain })
  const { secret } = yield* (yield* Sessions).newLink
  return Option.some({ link: `${plain}enter#${Redacted.value(secret)}`, plain })
})

/**
 * Says where the server answers, once which key opens it, and always where that is kept. Records of a log go to stores that others read, so they name
 * the file that keeps the key, and the key itself is shown to the person at a terminal, if there is one.
 */
export const announce = Effect.fnUntraced(function* (settings: Settings, url: string, secret: Option.Option<string>) {
  const file = yield* kept(settings)
  const isAtTerminal = settings.log !== "json" || process.stderr.isTTY
  const dashboard = yield* dashboardText(settings, url, Option.isSome(secret) && isAtTerminal)
  for (const name of settings.unused) yield* Effect.logWarning(`${name} is set, but nothing in this version reads it`)
  if (settings.log === "json") {
    if (Option.isSome(secret) && Option.isSome(file)) {
      yield* Effect.logInfo("key.created").pipe(Effect.annotateLogs({ file: file.value }))
      if (process.stderr.isTTY) yield* Console.error(`API key  ${keyText(secret.value, file.value)}`)
    }
    if (Option.isSome(dashboard) && dashboard.value.link !== null) {
      yield* Console.error(`Dashboard  ${linkText(dashboard.value.link)}`)
    }
    const keyFile = Option.isSome(file) ? { keyFile: file.value } : {}
    const place = Option.isSome(dashboard) ? { dashboard: dashboard.value.plain } : {}
    return yield* Effect.logInfo("server.started").pipe(
      Effect.annotateLogs({
        url,
        docs: `${url}/docs`,
        ...place,
        role: settings.role,
        storage: storageText(settings),
        ...keyFile
      })
    )
  }
  const lines = fields([
    ...Option.match(dashboard, {
      onNone: () => [],
      onSome: ({ link, plain }) => [["Dashboard", link === null ? laterText(plain, url) : linkText(link)] as const]
    }),
    ["API", `${url}/v1`],
    ["Reference", `${url}/docs`],
    ["Data", storageText(settings)],
    ...Option.match(file, {
      onNone: () => (Option.isSome(settings.apiKey) ? [] : [["API key", lostText] as const]),
      onSome: (path) => [["API key", Option.isSome(secret) ? keyText(secret.value, path) : `kept in ${path}`] as const]
    })
  ])
  yield* Console.log(
    `\nKittiwake is ready.\n\n${lines}\n\nWatch a page:\n\n  ${portText(url)}npx kittiwake monitor add https://example.com --every 1h\n`
  )
})
