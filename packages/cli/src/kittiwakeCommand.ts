/**
 * The whole command. Each subcommand is loaded with its own modules, so that one that asks a server does not load what
 * serves, and one that serves does not load what asks.
 */
import { Command } from "effect/cli"

/** Every subcommand by the word that names it, in the order of the help. */
const subcommands = {
  start: () => import("./commands/start.ts").then(({ start }) => start),
  worker: () => import("./commands/start.ts").then(({ worker }) => worker),
  migrate: () => import("./commands/start.ts").then(({ migrate }) => migrate),
  dashboard: () => import("./commands/dashboard.ts").then(({ dashboard }) => dashboard),
  demo: () => import("./commands/demo.ts").then(({ demo }) => demo),
  doctor: () => import("./commands/doctor.ts").then(({ doctor }) => doctor),
  scrape: () => import("./commands/scrape.ts").then(({ scrape }) => scrape),
  crawl: () => import("./commands/crawl.ts").then(({ crawl }) => crawl),
  screenshot: () => import("./commands/screenshot.ts").then(({ screenshot }) => screenshot),
  parse: () => import("./commands/parse.ts").then(({ parse }) => parse),
  naics: () => import("./commands/industries.ts").then(({ naics }) => naics),
  sic: () => import("./commands/industries.ts").then(({ sic }) => sic),
  competitors: () => import("./commands/competitors.ts").then(({ competitors }) => competitors),
  styleguide: () => import("./commands/design.ts").then(({ styleguide }) => styleguide),
  fonts: () => import("./commands/design.ts").then(({ fonts }) => fonts),
  answer: () => import("./commands/answer.ts").then(({ answer }) => answer),
  extract: () => import("./commands/extract.ts").then(({ extract }) => extract),
  search: () => import("./commands/search.ts").then(({ search }) => search),
  news: () => import("./commands/news.ts").then(({ news }) => news),
  people: () => import("./commands/people.ts").then(({ people }) => people),
  product: () => import("./commands/products.ts").then(({ product }) => product),
  products: () => import("./commands/products.ts").then(({ products }) => products),
  monitor: () => import("./commands/monitor.ts").then(({ monitor }) => monitor),
  profile: () => import("./commands/profile.ts").then(({ profile }) => profile),
  change: () => import("./commands/change.ts").then(({ change }) => change),
  preview: () => import("./commands/preview.ts").then(({ preview }) => preview),
  batch: () => import("./commands/batch.ts").then(({ batch }) => batch),
  brands: () => import("./commands/brands.ts").then(({ brands }) => brands),
  delivery: () => import("./commands/delivery.ts").then(({ delivery }) => delivery),
  webhook: () => import("./commands/webhook.ts").then(({ webhook }) => webhook),
  inbox: () => import("./commands/inbox.ts").then(({ inbox }) => inbox),
  mcp: () => import("./commands/mcp.ts").then(({ mcp }) => mcp),
  logs: () => import("./commands/logs.ts").then(({ logs }) => logs),
  usage: () => import("./commands/usage.ts").then(({ usage }) => usage),
  view: () => import("./commands/view.ts").then(({ view }) => view),
  feedback: () => import("./commands/feedback.ts").then(({ feedback }) => feedback),
  grant: () => import("./commands/grant.ts").then(({ grant }) => grant),
  key: () => import("./commands/key.ts").then(({ key }) => key),
  org: () => import("./commands/org.ts").then(({ org }) => org),
  session: () => import("./commands/session.ts").then(({ session }) => session),
  "sealing-key": () => import("./commands/sealingKey.ts").then(({ sealingKey }) => sealingKey),
  blobs: () => import("./commands/blobs.ts").then(({ blobs }) => blobs),
  backup: () => import("./commands/snapshot.ts").then(({ backup }) => backup),
  restore: () => import("./commands/snapshot.ts").then(({ restore }) => restore),
  snapshot: () => import("./commands/snapshot.ts").then(({ snapshot }) => snapshot),
  export: () => import("./commands/transfer.ts").then(({ exportCommand }) => exportCommand),
  import: () => import("./commands/transfer.ts").then(({ importCommand }) => importCommand)
}

type Name = keyof typeof subcommands

const names = Object.keys(subcommands) as ReadonlyArray<Name>

const commandWith = async (loaded: ReadonlyArray<Name>) =>
  Command.make("kittiwake").pipe(
    Command.withDescription("Web data and website monitoring that you own."),
    Command.withSubcommands(await Promise.all(loaded.map((name) => subcommands[name]())))
  )

/** Everything that can be asked. */
export const kittiwake = () => commandWith(names)

/**
 * As much of the command as these arguments need: the subcommand that the first one names, or else all, because help, completions and
 * what was meant by a word that names none tell of all.
 */
export const kittiwakeFor = ([first]: ReadonlyArray<string>) => {
  const named = names.filter((name) => name === first)
  return commandWith(named.length === 0 ? names : named)
}
