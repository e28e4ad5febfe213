/** What `EmailDomains` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { type EmailDomainKind, EmailDomains } from "../sites/EmailDomains.ts"

/** Domains of which no list that is worth having says anything else. */
const known: { readonly [K in EmailDomainKind]: ReadonlyArray<string> } = {
  disposable: ["mailinator.com", "guerrillamail.com", "yopmail.com", "10minutemail.com", "temp-mail.org"],
  free: ["gmail.com", "outlook.com", "yahoo.com", "icloud.com", "proton.me", "gmx.de", "web.de", "qq.com", "mail.ru"],
  other: ["stripe.com", "google.com", "apple.com", "harvard.edu", "bbc.co.uk", "xn--mller-kva.de", "unheard-of.example"]
}

/** Runs every promise of the port. */
export const suite = (name: string, layer: Layer.Layer<EmailDomains>) =>
  describe(`EmailDomains (${name})`, () => {
    for (const kind of ["disposable", "free", "other"] as const) {
      it.effect(`knows domains that are ${kind}`, () =>
        Effect.gen(function* () {
          const domains = yield* EmailDomains
          for (const domain of known[kind]) assert.strictEqual(yield* domains.kindOf(domain), kind, domain)
        }).pipe(Effect.provide(layer))
      )
    }

    it.effect(
      "takes what lies below a disposable domain for disposable, and judges nothing by a free one above it",
      () =>
        Effect.gen(function* () {
          const domains = yield* EmailDomains
          assert.strictEqual(yield* domains.kindOf("box.mailinator.com"), "disposable")
          assert.strictEqual(yield* domains.kindOf("a.b.mailinator.com"), "disposable")
          assert.strictEqual(yield* domains.kindOf("staff.gmail.com"), "other")
          assert.strictEqual(yield* domains.kindOf("notmailinator.com.example"), "other")
          assert.strictEqual(yield* domains.kindOf("mailinator.com.example"), "other")
        }).pipe(Effect.provide(layer))
    )

    it.effect("has an answer for whatever it is asked, to many at once", () =>
      Effect.gen(function* () {
        const { kindOf } = yield* EmailDomains
        const odd = ["", ".", "com", "constructor", "__proto__", "..", "a".repeat(10_000), "a.".repeat(5_000)]
        const kinds = yield* Effect.forEach(odd, kindOf, { concurrency: "unbounded" })
        assert.deepStrictEqual(new Set(kinds), new Set(["other"]))
      }).pipe(Effect.provide(layer))
    )
  })
