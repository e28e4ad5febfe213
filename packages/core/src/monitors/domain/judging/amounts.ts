/** Which amounts of a line are the price, and which are what it was, what is saved, or what sending costs. */

import { fold } from "../../../models/domain/foldedText.ts"
import type { Fact } from "./facts.ts"
import type { Token } from "./tokens.ts"
import type { Value } from "./values.ts"

export type Role = "main" | "former" | "shipping" | "saving" | "installment" | "other"

const aheadOf: ReadonlyArray<readonly [role: Role, pattern: RegExp]> = [
  [
    "former",
    /(?:\bwas|\bwere|before|original(?:ly)?|regular(?:ly)?(?: price)?|list(?: price)?|rrp|msrp|uvp|retail|statt|bisher|vorher|fruher|instead of|au lieu de|avant|prix (?:barre|conseille|de base)|antes|precio anterior|prima|anziche|invece di|prezzo precedente|van|voorheen|adviesprijs|de:?|old price|compare at|ehem\.?|~~)\s*:?\s*$/
  ],
  [
    "saving",
    /(?:save|saving|discount of|you save|rabatt|spar(?:en|e)?|gespart|economisez|remise|ahorra|descuento|risparmi|sconto|korting|desconto|economize|coupon|gutschein|gift card|minus)\s*:?\s*$/
  ],
  [
    "shipping",
    /(?:shipping|delivery|postage|versand\w*|lieferung|livraison|envio|spedizione|frete|entrega|verzend\w*|bezorg\w*|送料|运费)[^.|]{0,30}$/
  ],
  [
    "installment",
    /(?:\d+\s?[x×]\s?|installments? of|monthly payments? of|raten (?:zu|von)|mensualites de|cuotas de|rate da|parcelas de|termijnen van)\s*$/
  ],
  [
    "other",
    /(?:tax(?:es)?|vat|mwst\.?|deposit|kaution|pfand|fee|gebuhr|caution|deposito|cauzione|tip|donation|cashback|orders? (?:over|above)|from orders of|ab einem bestellwert von|incl\. )\s*:?\s*$/
  ]
]

const behindOf: ReadonlyArray<readonly [role: Role, pattern: RegExp]> = [
  [
    "saving",
    /^\s*(?:off\b|discount|rabatt|sparen|gespart|de reduction|de remise|de descuento|di sconto|korting|de desconto|cashback|gutschein|voucher|less\b)/
  ],
  [
    "shipping",
    /^\s*(?:shipping|delivery|postage|versand|for shipping|de livraison|frais de port|de envio|gastos de envio|di spedizione|de frete|verzend)/
  ],
  ["installment", /^\s*(?:x\s?\d+|in \d+ (?:payments|installments)|monatlich in)/],
  ["former", /^\s*(?:~~)/]
]

/** Characters beside an amount that say what it is. */
const around = 80

/** What an amount of money stands for, by the words around it in its line and by the label above it. */
export const roleOf = (value: Value, line: string, near: ReadonlyArray<string>): Role => {
  const ahead = fold(line.slice(Math.max(0, value.from - around), value.from))
  const behind = fold(line.slice(value.to, value.to + around))
  const found =
    aheadOf.find(([, pattern]) => pattern.test(ahead)) ?? behindOf.find(([, pattern]) => pattern.test(behind))
  if (found !== undefined) return found[0]
  const label = near.at(-1)
  if (ahead.trim() !== "" || label === undefined || /\d/.test(label) || label.length > 40) return "main"
  return aheadOf.find(([, pattern]) => pattern.test(fold(label)))?.[0] ?? "main"
}

export interface Pair {
  readonly before: Value | undefined
  readonly after: Value | undefined
}

const valuesIn = (tokens: ReadonlyArray<Token>, fits: (value: Value) => boolean): ReadonlyArray<Value> =>
  tokens.flatMap(({ value }) => (value !== undefined && fits(value) ? [value] : []))

/** Values that changed, those that went beside those that came in their place. */
export const pairsOf = (
  fact: Fact,
  fits: (value: Value) => boolean,
  wanted: ReadonlyArray<Role>
): ReadonlyArray<Pair> => {
  const { after, before } = fact.focus
  const wantedIn = (text: string) => {
    const lineAt = linesOf(text)
    return (value: Value) =>
      fits(value) && (value.kind !== "money" || wanted.includes(roleOf(value, lineAt(value), fact.context.near)))
  }
  const gone = valuesIn(fact.gone, wantedIn(before))
  const come = valuesIn(fact.come, wantedIn(after))
  const isRead = gone.length === come.length || (gone.length > 0 && come.length > 0)
  if (!isRead)
    return [
      ...gone.map((value) => ({ before: value, after: undefined })),
      ...come.map((value) => ({ before: undefined, after: value }))
    ]
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    before: gone[index] ?? gone.at(-1),
    after: come[index] ?? come.at(-1)
  }))
}

/** Of an entry of several lines, the one that a value stands in. */
const linesOf = (text: string) => {
  const lines = text.split("\n")
  return (value: Value): string =>
    lines.length === 1 ? text : (lines.find((line) => line.startsWith(value.text, value.from)) ?? text)
}
