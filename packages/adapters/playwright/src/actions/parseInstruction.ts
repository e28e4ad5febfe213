/** Plain instructions, read by rules. */
import type { ScrollAmount } from "@kittiwake/core/pages/domain/BrowserAction"
import type { Step, TargetName } from "./Instruction.ts"
import { targetOf, unquoted } from "./targetName.ts"

/** Most steps of one instruction. */
const maxSteps = 5

const maxWaitMillis = 30_000

const keys: ReadonlyMap<string, string> = new Map(
  Object.entries({
    enter: "Enter",
    return: "Enter",
    esc: "Escape",
    escape: "Escape",
    tab: "Tab",
    space: "Space",
    backspace: "Backspace",
    delete: "Delete",
    home: "Home",
    end: "End",
    "page down": "PageDown",
    pagedown: "PageDown",
    "page up": "PageUp",
    pageup: "PageUp",
    up: "ArrowUp",
    down: "ArrowDown",
    left: "ArrowLeft",
    right: "ArrowRight",
    "arrow up": "ArrowUp",
    "arrow down": "ArrowDown",
    "arrow left": "ArrowLeft",
    "arrow right": "ArrowRight",
    "up arrow": "ArrowUp",
    "down arrow": "ArrowDown",
    "left arrow": "ArrowLeft",
    "right arrow": "ArrowRight"
  })
)

type Rule = readonly [RegExp, (parts: ReadonlyArray<string>, whole: string) => Step | null]

const scrollStep = (direction: string, amount: ScrollAmount, times: string | undefined): Step => ({
  step: "scroll",
  direction: direction === "up" || direction === "left" || direction === "right" ? direction : "down",
  amount,
  times: Math.min(50, Math.max(1, Number(times ?? 1)))
})

const fieldOf = (text: string | undefined): TargetName | null => {
  if (text === undefined) return null
  const target = targetOf(text)
  return target.names.length === 0 ? null : { ...target, role: "field" }
}

/** The first rule that fits is the one: the narrow stand before the wide. */
const rules: ReadonlyArray<Rule> = [
  [
    /^(?:wait|pause|sleep)(?:\s+for)?\s+(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?)$/i,
    ([amount = "0", unit = "s"]) => ({
      step: "wait",
      millis: Math.min(maxWaitMillis, Math.round(Number(amount) * (/^m/i.test(unit) ? 1 : 1_000)))
    })
  ],
  [
    /^(accept|allow|agree(?:\s+to)?|reject|decline|refuse|deny|dismiss|close|hide)\s+(?:all\s+)?(?:the\s+|any\s+)?(?:cookies?|consent|privacy)(?:\s+(?:banner|pop-?up|notice|dialog|message|box|overlay|consent|settings))*$/i,
    ([verb = ""]) => ({
      step: "consent",
      answer: /^(?:accept|allow|agree)/i.test(verb)
        ? "accept"
        : /^(?:dismiss|close|hide)/i.test(verb)
          ? "any"
          : "reject"
    })
  ],
  [
    /^(?:close|dismiss|hide|get rid of)\s+(?:the\s+|this\s+|any\s+|all\s+)?(?:[\w-]+\s+)?(?:pop-?ups?|modals?|dialogs?|overlays?|banners?)$/i,
    () => ({ step: "closePopup" })
  ],
  [
    /^scroll\s+(?:all the way\s+)?(?:(?:down|up)\s+)?to\s+(?:the\s+)?(?:very\s+)?(top|bottom|end)(?:\s+of\s+(?:the\s+)?page)?$/i,
    ([edge = ""]) => scrollStep(/top/i.test(edge) ? "up" : "down", "max", "1")
  ],
  [
    /^scroll\s+(?:(?:down|up)\s+)?(?:to|until)\s+(?:you see\s+)?(.+)$/i,
    ([target = ""]) => ({ step: "scrollTo", target: targetOf(target) })
  ],
  [
    /^scroll(?:\s+(?:the\s+)?page)?(?:\s+(up|down|left|right))?(?:\s+(?:by\s+)?(\d+)\s*(?:px|pixels?))?(?:\s+(\d+)\s*(?:times|x))?$/i,
    ([direction = "down", pixels, times]) =>
      scrollStep(direction.toLowerCase(), pixels === undefined ? "viewport" : Number(pixels), times)
  ],
  [
    /^(?:press|hit|type)\s+(?:the\s+)?([a-z]+(?:\s[a-z]+)?)(?:\s+key)?$/i,
    ([name = ""]) => {
      const key = keys.get(name.toLowerCase())
      return key === undefined ? null : { step: "press", key }
    }
  ],
  [
    /^(?:type|enter|write|input|put|insert)\s+(["'“‘«].+?["'”’»]|.+?)\s+(?:into|in|to|on|inside)\s+(.+)$/i,
    ([text = "", field]) => ({ step: "type", text: unquoted(text), field: fieldOf(field) })
  ],
  [
    /^(?:fill(?:\s+(?:in|out))?|set|change)\s+(.+?)\s+(?:with|to|as)\s+(.+)$/i,
    ([field, text = ""]) => ({ step: "type", text: unquoted(text), field: fieldOf(field) })
  ],
  [/^(?:type|enter|write|input)\s+(.+)$/i, ([text = ""]) => ({ step: "type", text: unquoted(text), field: null })],
  [/^search\s+(?:for\s+)?(.+)$/i, ([text = ""]) => ({ step: "search", text: unquoted(text) })],
  [
    /^(?:select|choose|pick)\s+(["'“‘«].+?["'”’»]|.+?)\s+(?:from|in|under|for|as)\s+(.+)$/i,
    ([option = "", field]) => ({ step: "choose", option: unquoted(option), field: fieldOf(field) })
  ],
  [
    /^(?:select|choose|pick)\s+(.+)$/i,
    ([option = ""]) => ({ step: "choose", option: targetOf(option).names[0] ?? "", field: null })
  ],
  [
    /^(uncheck|untick|deselect|disable|turn off|check|tick|enable|turn on)\s+(.+)$/i,
    ([verb = "", target = ""], whole) => ({
      step: "tick",
      target: targetOf(target, whole),
      isOn: !/^(?:un|de|dis|turn off)/i.test(verb)
    })
  ],
  [/^(?:hover|mouse)\s+(?:over|on)?\s*(.+)$/i, ([target = ""]) => ({ step: "hover", target: targetOf(target) })],
  [
    /^(?:click|press|tap|open|push|hit|follow|expand|collapse|activate|accept|close|dismiss|show|load|view|go to|submit)(?:\s+(?:on|to))?\s+(.+)$/i,
    ([target = ""], whole) => ({ step: "click", target: targetOf(target, whole) })
  ]
]

const polite = /^(?:please|now|first|next|finally|then|and)[,\s]+/i

const readStep = (text: string): Step | null => {
  for (const [pattern, make] of rules) {
    const found = pattern.exec(text)
    const step = found === null ? null : make(found.slice(1), text)
    if (step !== null) return step
  }
  return null
}

/** A step begins after “then”, a semicolon, or an “and” before another verb. */
const separator =
  /\s*;\s*|\s*,?\s+(?:and\s+)?then\s+|\s*,?\s+and\s+(?=(?:click|press|hit|tap|type|enter|select|choose|scroll|wait|submit|search|check|tick|close|accept|open)\b)/i

/** What stands between quotes of one kind; an apostrophe within a word is none. */
const quotedText =
  /"[^"]*"|“[^”]*”|„[^“”]*[“”]|‘[^’]*’|«[^»]*»|»[^«]*«|(?<![\p{L}\p{N}])'(?:[^']|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}]))*'(?![\p{L}\p{N}])/gu

/** Cuts at separators that stand outside quotes; a private character, which no clean text holds, marks what was quoted. */
const split = (text: string): ReadonlyArray<string> => {
  const kept: Array<string> = []
  const masked = text.replace(quotedText, (quoted) => {
    kept.push(quoted)
    return `\ue000${kept.length - 1}\ue000`
  })
  const restore = (part: string) => part.replace(/\ue000(\d+)\ue000/g, (_, index) => kept[Number(index)] ?? "")
  return masked.split(separator).map(restore)
}

/** The steps of an instruction, or null when one of them follows no rule. */
export const parseInstruction = (text: string): ReadonlyArray<Step> | null => {
  const clean = text
    .replace(/[\p{Cc}\ue000]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
  const steps: Array<Step> = []
  for (const part of split(clean).slice(0, maxSteps + 1)) {
    const bare = part
      .trim()
      .replace(/[.!]+$/, "")
      .replace(polite, "")
      .replace(polite, "")
      .trim()
    if (bare === "") continue
    const step = readStep(bare)
    if (step === null) return null
    steps.push(step)
  }
  return steps.length === 0 || steps.length > maxSteps ? null : steps
}
