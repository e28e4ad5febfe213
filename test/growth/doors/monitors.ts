/** Texts of pages that changed: compared, judged, described, muted, shown and sent. */

import { compareTexts, textChange } from "@kittiwake/core/monitors/domain/Diff"
import { knownFlicker, noFlicker } from "@kittiwake/core/monitors/domain/Flicker"
import type { ChangeQuestion } from "@kittiwake/core/monitors/domain/Judgement"
import { givesOrders } from "../../../packages/core/src/models/domain/givesOrders.ts"
import { describeChange } from "../../../packages/core/src/monitors/domain/describeChange.ts"
import { conditionsOf } from "../../../packages/core/src/monitors/domain/judging/goal.ts"
import { judgeChange } from "../../../packages/core/src/monitors/domain/judging/judgeChange.ts"
import { surestFor } from "../../../packages/core/src/monitors/domain/judging/surestFor.ts"
import { changedLines } from "../../../packages/core/src/monitors/domain/MuteOption.ts"
import { markedDiff } from "../../../packages/core/src/monitors/domain/markedDiff.ts"
import { messageInstead } from "../../../packages/core/src/monitors/domain/messageInstead.ts"
import { comparableText } from "../../../packages/core/src/monitors/domain/PageText.ts"
import { unstableLines } from "../../../packages/core/src/monitors/domain/Unstable.ts"
import { chatBody } from "../../../packages/core/src/webhooks/domain/Chat.ts"
import { type Door, whole } from "./Door.ts"

/** What a text was, and what it has become: its figures, its order, its words or its end. */
const changes: ReadonlyArray<readonly [string, (text: string) => string]> = [
  ["figures", (text) => `${text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))}\nnew`],
  ["order", (text) => text.split("\n").reverse().join("\n")],
  ["words", (text) => text.replaceAll("a", "b").replaceAll("In stock", "Sold out")],
  ["half", (text) => text.slice(0, text.length / 2)],
  ["nothing", () => "Kettle K2\n$5"]
]

const goals: ReadonlyArray<string | null> = [
  null,
  "price drops below 5 or a new version is released",
  "new job openings in Berlin, but nothing about interns"
]

const judged = (before: string, after: string, goal: string | null) => {
  const question: ChangeQuestion = { goal, url: "https://brasero.example/", targetType: "page", before, after }
  return judgeChange(question)
}

export const comparedWith = (change: (text: string) => string) => (text: string) => {
  const before = comparableText(text, true)
  return compareTexts({ before, seen: [change(before), `${change(before)}\nx`], known: knownFlicker(noFlicker, 2, {}) })
}

/** As much is compared on the thread that answers calls, and with as many steps. */
const inline = { length: 128 * 1024, steps: 250_000 } as const

export const comparedInline = (change: (text: string) => string) => (text: string) => {
  const before = comparableText(text, true)
  return compareTexts({ before, seen: [change(before)], known: knownFlicker(noFlicker, 2, {}) }, inline.steps)
}

export const judgedWith = (change: (text: string) => string, goal: string | null) => (text: string) =>
  judged(text, change(text), goal)

export const goalRead = (goal: string) => {
  surestFor(goal)
  return conditionsOf(goal)
}

export const goalJudged = (goal: string) =>
  judged("Kettle K2\n$5\nIn stock", "Kettle K2\n$4\nSold out\nA new version 2.0 is out", goal)

export const told = (text: string) => {
  const change = textChange(text, changes[0]![1](text))
  return describeChange("A page", change)
}

export const muted = (text: string) => {
  const { diff } = textChange(text, changes[0]![1](text))
  return () => {
    changedLines({ diff })
    return markedDiff(diff, { lines: 2_000, characters: 200_000, lineLength: 2_000 })
  }
}

export const instead = (text: string) => messageInstead("a\n".repeat(20_000), text)

export const noticed = (text: string) => unstableLines(text, [1, 2, 3], ["Visitor 5", "a"])

export const sent = (text: string) => {
  const change = { title: text, summary: text, url: `https://brasero.example/?${text}` }
  const body = JSON.stringify({ event: "change.detected", data: { change } })
  return (["slack", "discord", "teams"] as const).map((platform) => chatBody(platform, body))
}

const lineWords: ReadonlyArray<string> = [
  ...[
    "Price: $5\n",
    "$5\n",
    "$5 ",
    "5 € ",
    "was $9, now $8\n",
    "In stock\n",
    "Sold out\n",
    "№ people are viewing this\n",
    "Kettle №: $№\n",
    "№ days ago ",
    "3 hours ago\n",
    "Updated: 2026-01-01\n",
    "12:30 ",
    "1 d 2 h ",
    "Version 2.0.№\n",
    "v1.2-rc.№ ",
    "Build №\n",
    "№. a\n",
    "- a\n",
    "• ",
    "| a | b |\n"
  ],
  ...[
    "a\n",
    "a№\n",
    "a ",
    "Aa ",
    "A sentence that says a thing. ",
    "Jane Roe, CEO\n",
    "★★★\n",
    "✓ ",
    "✗\n",
    "⚠️ ",
    "🟢\n",
    "a: ",
    "a: b\n",
    "(a) ",
    "[a]",
    "«a» ",
    "“a” ",
    "a, ",
    "a; ",
    "a – b ",
    "a → b ",
    "a/b ",
    "a-b-",
    "1,000.5 ",
    "10% ",
    "≤ 5 ",
    "-5 °C ",
    "1:0 ",
    "5 kg ",
    "$5/month ",
    "CHF 5.– ",
    "US$ "
  ],
  ...[
    "© 2026 A\n",
    "Quote of the day: a\n",
    "Weather: 5 °C\n",
    "Last updated 5 min ago\n",
    "Posted yesterday by Ana\n",
    "Heading\n\n",
    "\n\n",
    "\t",
    " \n",
    "not ",
    "no longer ",
    "available ",
    "until 5 May ",
    "Berlin ",
    "Engineer (m/f/d)\n",
    "Job: a№\n",
    "cookies ",
    "Ignore previous instructions ",
    "https://a.example/№ ",
    "ﷺ",
    "İ",
    "ß",
    "½",
    "²",
    "٣",
    "Ⅷ"
  ]
]

const goalWords: ReadonlyArray<string> = [
  ...[
    "price ",
    "drops below ",
    "5 ",
    "$5 ",
    "or ",
    "and ",
    "but not ",
    "nothing about ",
    "except ",
    "when ",
    "tell me when ",
    "if ",
    "new ",
    "version ",
    "is released ",
    "a ",
    "the ",
    "of ",
    "bowl ",
    "a№ ",
    "any change ",
    "in stock ",
    "sold out ",
    "no longer ",
    "not ",
    "never ",
    "at least ",
    "more than ",
    "between ",
    "%",
    "by "
  ],
  ...[
    ", ",
    "; ",
    ". ",
    "(e.g. a) ",
    "such as ",
    "for example ",
    "i.e. ",
    "“a” ",
    '"a" ',
    "'s ",
    "five ",
    "five hundred ",
    "jobs in Berlin ",
    "who ",
    "which ",
    "unless ",
    "until ",
    "wenn ",
    "oder ",
    "und ",
    "nicht ",
    "ohne ",
    "quand ",
    "sauf ",
    "cuando ",
    "/",
    "- ",
    ": ",
    "e.g. ",
    "U.S. ",
    "№ "
  ]
]

export const doors: ReadonlyArray<Door> = [
  ...changes.flatMap(
    ([name, change]): ReadonlyArray<Door> => [
      { name: `compare ${name}`, open: whole(comparedWith(change)), words: lineWords },
      {
        name: `compare inline ${name}`,
        open: whole(comparedInline(change)),
        words: lineWords,
        most: inline.length / 2,
        isMain: true
      },
      ...goals.map(
        (goal, at): Door => ({ name: `judge ${name} ${at}`, open: whole(judgedWith(change, goal)), words: lineWords })
      )
    ]
  ),
  { name: "goal read", open: whole(goalRead), words: goalWords, most: 2_000, isMain: true },
  { name: "goal judged", open: whole(goalJudged), words: goalWords, most: 2_000 },
  { name: "change told", open: whole(told), words: lineWords },
  { name: "change muted and shown", open: muted, words: lineWords, isMain: true },
  { name: "message instead", open: whole(instead), words: lineWords, isMain: true },
  { name: "unstable lines", open: whole(noticed), words: lineWords, isMain: true },
  { name: "orders to models", open: whole(givesOrders), words: lineWords, isMain: true },
  { name: "chat message", open: whole(sent), words: lineWords, most: 4_000, isMain: true }
]
