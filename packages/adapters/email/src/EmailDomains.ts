/** Kinds of email domains by two lists that come with libraries. */
import { EmailDomains } from "@kittiwake/core/sites/EmailDomains"
import { Effect, Layer } from "effect"

interface Lists {
  readonly disposable: ReadonlySet<string>
  readonly free: ReadonlySet<string>
}

/** Reads both lists, which takes 76 ms and 12 MB: not before somebody sends an email address. */
const readLists: Effect.Effect<Lists> = Effect.promise(async () => {
  const [{ disposableEmailBlocklistSet }, { DOMAINS }] = await Promise.all([
    import("disposable-email-domains-js"),
    import("free-email-domains-list")
  ])
  return { disposable: disposableEmailBlocklistSet(), free: DOMAINS }
})

/** Most characters of a domain. */
const maxLength = 253

/** Whether the set has the domain, or a domain that it lies below. */
const isBelow = (domain: string, set: ReadonlySet<string>): boolean => {
  for (let start = 0; ; ) {
    if (set.has(domain.slice(start))) return true
    start = domain.indexOf(".", start) + 1
    if (start === 0) return false
  }
}

export const layer: Layer.Layer<EmailDomains> = Layer.effect(
  EmailDomains,
  Effect.map(Effect.cached(readLists), (lists) =>
    EmailDomains.of({
      kindOf: (domain) =>
        Effect.map(lists, ({ disposable, free }) => {
          if (domain.length > maxLength) return "other"
          // The list of free domains has the disposable ones too.
          if (isBelow(domain, disposable)) return "disposable"
          return free.has(domain) ? "free" : "other"
        })
    })
  )
)
