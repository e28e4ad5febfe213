/**
 * `node bench/quality/charsets.ts`: how many tables and texts without a label are read as they were written.
 *
 * They hold names of countries, languages and currencies, as Node knows them, in the charsets that each language was written
 * in. `--wrong` names what was read wrong. See README.md.
 */
import { parseArgs } from "node:util"
import { ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import * as fetch from "@kittiwake/fetch/ContentClassifier"
import { Effect } from "effect"
import { encoded, encoderOf } from "../../packages/core/src/testing/legacyText.ts"

const { values } = parseArgs({ options: { wrong: { type: "boolean", default: false } } })

const charsets: Readonly<Record<string, string>> = {
  ja: "shift_jis euc-jp utf-16le utf-16be",
  zh: "gb18030 utf-16le utf-16be",
  "zh-Hant": "big5",
  ko: "euc-kr",
  ru: "windows-1251 koi8-r iso-8859-5 ibm866 utf-16le utf-16be",
  uk: "windows-1251 koi8-u",
  bg: "windows-1251",
  el: "windows-1253 iso-8859-7",
  he: "windows-1255",
  ar: "windows-1256",
  th: "windows-874",
  tr: "windows-1254",
  pl: "windows-1250 iso-8859-2",
  cs: "windows-1250 iso-8859-2",
  de: "windows-1252 utf-16le utf-16be",
  ...Object.fromEntries(["hu", "ro", "sk", "sl", "hr"].map((language) => [language, "windows-1250"])),
  ...Object.fromEntries(["lt", "lv", "et"].map((language) => [language, "windows-1257"])),
  ...Object.fromEntries(
    ["fr", "es", "pt", "it", "sv", "da", "nb", "fi", "nl", "is"].map((language) => [language, "windows-1252"])
  )
}

const words = (text: string) => text.split(" ")
const countries = words(
  "AD AE AF AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BO BR BY CA CD CH CI CL CM CN CO CR CU CY CZ DE DJ DK DO DZ EC EE EG " +
    "ES ET FI FR GA GB GE GH GR GT HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KR KW KZ LA LB LK LT LU LV LY MA " +
    "MC MD ME MG MK ML MM MN MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PH PK PL PT PY QA RO RS RU SA SE SG SI SK SN SY TH " +
    "TN TR TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW"
)
const languages = words(
  "ar bg ca cs da de el en es et fa fi fr ga he hi hr hu id is it ja ka kk ko lt lv mk mn ms nb nl pl pt ro ru sk sl sq sr " +
    "sv sw ta th tr uk ur uz vi zh"
)
const currencies = words(
  "USD EUR GBP JPY CNY KRW RUB UAH PLN CZK HUF RON TRY SEK NOK DKK ISK CHF BRL MXN INR IDR THB VND ILS SAR EGP ZAR AUD"
)

/** In another order for each seed, and in the same for the same. */
const shuffled = (all: ReadonlyArray<string>, seed: number): ReadonlyArray<string> => {
  const left = [...all]
  let state = seed
  for (let at = left.length - 1; at > 0; at--) {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    const other = state % (at + 1)
    ;[left[at], left[other]] = [left[other]!, left[at]!]
  }
  return left
}

const kinds = ["one name", "three names", "ten rows", "a hundred rows", "few in ASCII", "a text"] as const

const textsOf = (language: string, seed: number): Readonly<Record<(typeof kinds)[number], string>> => {
  const names = (type: "region" | "language" | "currency", codes: ReadonlyArray<string>, by: number) => {
    const known = new Intl.DisplayNames(language, { type })
    return shuffled(
      codes.map((code) => known.of(code) ?? code),
      seed * by
    )
  }
  const [regions, tongues, coins] = [
    names("region", countries, 1),
    names("language", languages, 7),
    names("currency", currencies, 13)
  ]
  const rows = (count: number, row: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => row(at)).join("")
  const name = (at: number) => regions[at % regions.length]
  return {
    "one name": `id,name\n1,${name(0)}\n`,
    "three names": `id,name\n${rows(3, (at) => `${at},${name(at)}\n`)}`,
    "ten rows": rows(10, (at) => `${at},${name(at)},${tongues[at]},${(at * 1.25).toFixed(2)}\n`),
    "a hundred rows": rows(100, (at) => `${at},${name(at)},${tongues[at % 50]},${coins[at % coins.length]}\n`),
    "few in ASCII": rows(200, (at) => `${at},SKU-${1000 + at * 37},${at % 50 === 7 ? name(at) : "in stock"}\n`),
    "a text": `${regions.slice(0, 30).join(" ")}\n${tongues.slice(0, 30).join(", ")}.\n`
  }
}

/** What the charset has of a text: names have blanks and marks that none of them has. */
const writable = (text: string, charset: string): string => {
  const plain = text
    .normalize("NFC")
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/[’ʻʼ]/g, "'")
  if (charset.startsWith("utf-16")) return plain
  const known = encoderOf(charset)
  const older = charset === "windows-1250" ? plain.replace(/[șțȘȚ]/g, (one) => "şţŞŢ"["șțȘȚ".indexOf(one)]!) : plain
  return [...older].filter((character) => known.has(character)).join("")
}

const read = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const { utf8 } = yield* ContentClassifier.use(({ classify }) =>
    classify({ bytes, contentType: null, extension: "csv" })
  )
  return utf8 === null ? null : Buffer.from(utf8).toString()
})

const program = Effect.gen(function* () {
  const right = new Map<string, number>()
  const all = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const began = process.cpuUsage()
  for (const [language, names] of Object.entries(charsets)) {
    for (const charset of words(names)) {
      for (let seed = 1; seed <= 8; seed++) {
        const texts = textsOf(language, seed)
        for (const kind of kinds) {
          const text = writable(texts[kind], charset)
          if (/^\p{ASCII}*$/u.test(text)) continue
          count(all, kind)
          if ((yield* read(encoded(text, charset))) === text) count(right, kind)
          else if (values.wrong) console.log(`wrong: ${kind} in ${language}, ${charset}, ${seed}`)
        }
      }
    }
  }
  const { system, user } = process.cpuUsage(began)
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((one, other) => one + other, 0)
  for (const kind of kinds) console.log(`${kind}: ${right.get(kind) ?? 0} of ${all.get(kind) ?? 0}`)
  const millis = (user + system) / 1_000 / sum(all)
  console.log(`all: ${sum(right)} of ${sum(all)}, ${millis.toFixed(2)} ms of CPU each, with making them`)
})

await Effect.runPromise(Effect.provide(program, fetch.layer))
