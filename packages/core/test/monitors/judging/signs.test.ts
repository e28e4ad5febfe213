/** What pages say by signs: marks of yes and no, stars, lights, arrows, bounds, and what stands ahead of numbers. */
import { assert, describe, it } from "@effect/vitest"
import { meaningOf } from "../../../src/monitors/domain/judging/meaning.ts"
import { checkPairs } from "./onPages.ts"

const kindsOf = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> =>
  pairs.map(([before, after]) => `${before} → ${after}: ${meaningOf(before, after).kind}`)

const all = (pairs: ReadonlyArray<readonly [string, string]>, kind: string) =>
  pairs.map(([before, after]) => `${before} → ${after}: ${kind}`)

describe("signs", () => {
  it("say something where no word differs", () => {
    const pairs = [
      ["✓", "✗"],
      ["–", "✓"],
      ["✓", ""],
      ["SSO: ✗", "SSO: ✓"],
      ["✓ SSO", "✗ SSO"],
      ["Hall A ✔ Hall B ✘", "Hall A ✘ Hall B ✔"],
      ["Line 4: 🟢", "Line 4: 🔴"],
      ["Hygiene rating ★★★★★", "Hygiene rating ★★☆☆☆"],
      ["Spice: 🌶️", "Spice: 🌶️🌶️🌶️"],
      ["Trend: ▲", "Trend: ▼"],
      ["Orders: ▲", "Orders: ▼"],
      ["Slots: ● ○ ○", "Slots: ● ● ○"],
      ["Hall A ● Hall B ○", "Hall A ○ Hall B ●"],
      ["Logs | ● | ○", "Logs | ○ | ●"],
      ["Ferry: ✅", "Ferry: ⚠️"],
      ["Ferry: ⚠️", "Ferry: 🛑"],
      ["Beach flag: 🟩", "Beach flag: 🟥"],
      ["API | 🟩", "API | 🟥"],
      ["🟩🟩🟩", "🟩🟩🟥"],
      ["API: 🔵", "API: 🟣"],
      ["Door: 🔒", "Door: 🔓"],
      ["Alarm: 🔔", "Alarm: 🔕"],
      ["Server 1, server 2: 🟢🔴", "Server 1, server 2: 🔴🟢"],
      ["Trend: ↗️", "Trend: ↘️"],
      ["Call options: ▲", "Call options: ▼"],
      ["Trend in options: ▲", "Trend in options: ▼"],
      ["Vote: 👍", "Vote: 👎"],
      ["Change: ▼ 3%", "Change: ▲ 3%"],
      ["Growth: +4.5%", "Growth: -4.5%"],
      ["Temperature: -5 °C", "Temperature: 5 °C"],
      ["Balance: −250 €", "Balance: 250 €"],
      ["-€250", "€250"],
      ["Net income: (1,204)", "Net income: 1,204"],
      ["Score 1:0", "Score 0:1"],
      ["Risk <1%", "Risk >1%"],
      ["Children < 6: free", "Children > 6: free"],
      ["Age ≥ 18", "Age ≤ 18"]
    ] as const
    assert.deepStrictEqual(kindsOf(pairs), all(pairs, "different"))
  })

  it("say nothing where they draw, lead on or stand for each other", () => {
    const pairs = [
      ["Menu ▼", "Menu ▲"],
      ["‹ ● ○ ○ ›", "‹ ○ ● ○ ›"],
      ["Slide ● ○ ○", "Slide ○ ● ○"],
      ["Sort by: ▼", "Sort by: ▲"],
      ["More: ▼", "More: ▲"],
      ["Show more: ▼", "Show more: ▲"],
      ["Options: ▼", "Options: ▲"],
      ["Prices, sorted by: ▼", "Prices, sorted by: ▲"],
      ["Beach flag: 🟩", "Beach flag: 🟢"],
      ["⚪ ⚫ ⚪", "⚪ ⚪ ⚫"],
      ["Reactions: 👍❤️", "Reactions: ❤️😀"],
      ["Mood: 😀", "Mood: 🎉"],
      ["Home > Shop", "Home / Shop"],
      ["Home › 6 items", "Home > 6 items"],
      ["“Fast” – simple", '"Fast" - simple'],
      ["–", "-"],
      ["*", "•"],
      ["✓ Free shipping", "• Free shipping"],
      ["✅ Free shipping", "Free shipping"],
      ["🚀 Launch today", "🔥 Launch today"],
      ["✔ Included", "✓ Included"],
      ["SSO: ✔️", "SSO: ✓"],
      ["fourteen (14) days", "14 days"],
      ["Call 555-1234", "Call 555 1234"],
      ["Open 9–17", "Open 9-17"],
      ["+3%", "3%"],
      ["Note (1)", "Note 1"]
    ] as const
    assert.deepStrictEqual(kindsOf(pairs), all(pairs, "same"))
  })

  it("are read of long lines in a moment", () => {
    const line = "✓ ★ < 5 (".repeat(3_000)
    assert.strictEqual(meaningOf(line, line).kind, "same")
  })

  it.effect("are told to whoever asks for what they stand by", () => {
    const table = (pro: string) =>
      `<h1>Plans</h1><table><tr><th>Feature<th>Pro<th>Team<tr><td>SSO<td>${pro}<td>✓<tr><td>Logs<td>✓<td>✓</table>`
    const line = (text: string) => `<h1>Old Mill</h1><p>Open daily from nine to five.</p><p>${text}</p>`
    return checkPairs([
      ["SSO in the Pro plan", table("–"), table("✓"), true],
      ["the hygiene rating changes", line("Hygiene rating: ★★★★★"), line("Hygiene rating: ★★☆☆☆"), true],
      ["temperature changes", line("Temperature: -5 °C"), line("Temperature: 5 °C"), true],
      ["age limits", line("Age ≥ 18"), line("Age ≤ 18"), true],
      ["balance below €0", line("Account balance: €250"), line("Account balance: -€250"), true],
      ["opening hours", line("Hygiene rating: ★★★★★"), line("Hygiene rating: ★★☆☆☆"), false]
    ])
  })
})
