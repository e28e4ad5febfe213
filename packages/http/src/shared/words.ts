/** What pages of shared changes say, in the languages that they speak. */
import type { Importance } from "@kittiwake/core/monitors/domain/Judgement"

export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]

export interface Words {
  readonly kind: string
  readonly importance: { readonly [I in Importance]: string }
  readonly sure: (percent: string) => string
  readonly watched: string
  readonly found: string
  readonly matters: string
  readonly text: string
  readonly addedLine: string
  readonly removedLine: string
  readonly alike: (lines: number) => string
  readonly diffCut: (shown: string, lines: string) => string
  readonly urls: string
  readonly moved: (count: string) => string
  readonly added: (count: string) => string
  readonly removed: (count: string) => string
  readonly matched: (count: string) => string
  readonly movedTo: string
  readonly urlsCut: (shown: string, count: string) => string
  readonly evidence: string
  readonly before: string
  readonly after: string
  readonly nothing: string
  readonly until: (moment: string) => string
  readonly madeBy: string
  readonly over: Problem
  readonly unknown: Problem
  readonly tooMany: Problem
  readonly unavailable: Problem
}

/** Why there is no page, and what to do. */
export interface Problem {
  readonly title: string
  readonly message: string
  readonly todo: string
}

const en: Words = {
  kind: "A change that was shared with you",
  importance: { low: "low", medium: "medium", high: "high" },
  sure: (percent) => `${percent} sure`,
  watched: "Watched page",
  found: "Found",
  matters: "Importance",
  text: "What changed",
  addedLine: "added",
  removedLine: "removed",
  alike: (lines) => (lines === 1 ? "1 unchanged line" : `${lines.toLocaleString("en")} unchanged lines`),
  diffCut: (shown, lines) =>
    `This is the beginning: ${shown} of ${lines} lines. Whoever shared it can see all of them.`,
  urls: "Addresses",
  moved: (count) => `${count} moved`,
  added: (count) => `${count} added`,
  removed: (count) => `${count} removed`,
  matched: (count) => `${count} that say what was asked for`,
  movedTo: "now at",
  urlsCut: (shown, count) => `${shown} of ${count} are shown.`,
  evidence: "Evidence",
  before: "It said",
  after: "It says",
  nothing: "nothing",
  until: (moment) => `This link works until ${moment}, unless it is taken back earlier.`,
  madeBy: "Found by Kittiwake, which watches pages and says what changed.",
  over: {
    title: "This link works no longer",
    message: "Its time is over, or it was taken back.",
    todo: "Ask whoever gave it to you to share the change again."
  },
  unknown: {
    title: "This link leads nowhere",
    message: "It is incomplete, or a letter of it changed on the way.",
    todo: "Copy all of it, or ask whoever gave it to you to send it again."
  },
  tooMany: {
    title: "Too many asked at once",
    message: "This page was opened very often just now.",
    todo: "Wait a minute, then load it again."
  },
  unavailable: {
    title: "This did not work",
    message: "The server could not answer just now.",
    todo: "Load the page again in a moment."
  }
}

const de: Words = {
  kind: "Eine Änderung, die mit Ihnen geteilt wurde",
  importance: { low: "gering", medium: "mittel", high: "hoch" },
  sure: (percent) => `${percent} sicher`,
  watched: "Beobachtete Seite",
  found: "Gefunden",
  matters: "Wichtigkeit",
  text: "Was sich geändert hat",
  addedLine: "hinzugekommen",
  removedLine: "entfallen",
  alike: (lines) => (lines === 1 ? "1 unveränderte Zeile" : `${lines.toLocaleString("de")} unveränderte Zeilen`),
  diffCut: (shown, lines) => `Das ist der Anfang: ${shown} von ${lines} Zeilen. Wer geteilt hat, kann alle sehen.`,
  urls: "Adressen",
  moved: (count) => `${count} umgezogen`,
  added: (count) => `${count} hinzugekommen`,
  removed: (count) => `${count} entfallen`,
  matched: (count) => `${count}, die sagen, wonach gefragt war`,
  movedTo: "jetzt unter",
  urlsCut: (shown, count) => `${shown} von ${count} sind zu sehen.`,
  evidence: "Belege",
  before: "Da stand",
  after: "Da steht",
  nothing: "nichts",
  until: (moment) => `Dieser Link gilt bis ${moment}, wenn er nicht vorher zurückgenommen wird.`,
  madeBy: "Gefunden von Kittiwake, das Seiten beobachtet und sagt, was sich geändert hat.",
  over: {
    title: "Dieser Link gilt nicht mehr",
    message: "Seine Zeit ist vorbei, oder er wurde zurückgenommen.",
    todo: "Bitten Sie die Person, von der Sie ihn haben, die Änderung noch einmal zu teilen."
  },
  unknown: {
    title: "Dieser Link führt nirgendwohin",
    message: "Er ist unvollständig, oder ein Zeichen hat sich unterwegs geändert.",
    todo: "Kopieren Sie ihn ganz, oder lassen Sie ihn sich noch einmal schicken."
  },
  tooMany: {
    title: "Zu viele Anfragen auf einmal",
    message: "Diese Seite wurde gerade sehr oft geöffnet.",
    todo: "Warten Sie eine Minute und laden Sie sie neu."
  },
  unavailable: {
    title: "Das hat nicht geklappt",
    message: "Der Server konnte gerade nicht antworten.",
    todo: "Laden Sie die Seite gleich noch einmal."
  }
}

export const wordsIn: { readonly [L in Language]: Words } = { en, de }

const qualityOf = (parameters: ReadonlyArray<string>): number => {
  const quality = parameters.map((one) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(one)?.[1]).find(Boolean)
  return quality === undefined ? 1 : Number(quality)
}

/** The language of ours that a reader likes most (RFC 9110 §12.5.4); English where none is named. */
export const languageOf = (accepted: string | undefined): Language => {
  const liked = (accepted ?? "")
    .slice(0, 500)
    .split(",")
    .map((one) => {
      const [range = "", ...parameters] = one.split(";")
      return { language: range.trim().toLowerCase().split("-")[0], quality: qualityOf(parameters) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return liked.map(({ language }) => languages.find((one) => one === language)).find((one) => one !== undefined) ?? "en"
}
