/** Who outside the installation is asked for news, as settings say it. */
import { Option, Result } from "effect"

export const newsNames = ["gdelt"] as const
export type NewsName = (typeof newsNames)[number]

/** A backend, and where it answers unless that is its own address. */
export interface NamedNews {
  readonly name: NewsName
  readonly url: Option.Option<string>
}

const isAddress = (url: string): boolean =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol) && !/[?#]/.test(url)

const readOne = (written: string): ReadonlyArray<NamedNews> => {
  const [, said = "", address] = /^([^=]*)(?:=(.*))?$/s.exec(written.trim()) ?? []
  const name = newsNames.find((one) => one === said.trim().toLowerCase())
  const url = Option.map(Option.fromUndefinedOr(address), (one) => one.trim())
  return name === undefined || Option.exists(url, (one) => !isAddress(one)) ? [] : [{ name, url }]
}

/** Names with commas between them, each once; `gdelt=address` asks a server of one's own that answers as it does. */
export const readNewsBackends = (text: string): Result.Result<ReadonlyArray<NamedNews>, string> => {
  const written = text.split(",")
  const backends = written.flatMap(readOne)
  return backends.length === written.length && new Set(backends.map(({ name }) => name)).size === backends.length
    ? Result.succeed(backends)
    : Result.fail(
        `KITTIWAKE_NEWS_BACKENDS is "${text}": write ${newsNames.join(", ")}, or where one answers at another address, gdelt=https://gdelt.example/api/v2/doc/doc.`
      )
}
