/** MathML without TeX beside it, as TeX: what formulas on pages are made of, not the whole of the standard. */
import { collapse, innerText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { escapeTex, escapeTexWords } from "./escapeTex.ts"

export const texOfMathml = (math: PageElement): string => rowOf(math).replace(/ +/g, " ").trim()

const elementsOf = (element: PageElement): ReadonlyArray<PageElement> =>
  element.children.filter((child): child is PageElement => child instanceof PageElement)

const rowOf = (element: PageElement): string => {
  const parts = elementsOf(element)
  const stretched = stretchedFences(parts)
  return parts
    .map(
      (part, index) =>
        fencedTable(parts, index) ?? binomial(parts, index) ?? `${stretched.get(index) ?? ""}${texOf(part)}`
    )
    .join("")
}

const closing = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"]
])

const tall = new Set(["mfrac", "munderover", "mtable", "munder"])

/** Fences around what is taller than a line grow with it, in MathML by themselves. */
const stretchedFences = (parts: ReadonlyArray<PageElement>): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  const open: Array<{ readonly at: number; readonly text: string; isTall: boolean }> = []
  for (const [index, part] of parts.entries()) {
    const text = fenceOf(part)
    const last = open.at(-1)
    if (attributeOf(part, "stretchy") === "false") continue
    if (closing.has(text)) open.push({ at: index, text, isTall: false })
    else if (last !== undefined && closing.get(last.text) === text) {
      open.pop()
      if (!last.isTall) continue
      found.set(last.at, "\\left")
      found.set(index, "\\right")
      const outer = open.at(-1)
      if (outer !== undefined) outer.isTall = true
    } else if (last !== undefined && (tall.has(part.name) || elementsOf(part).some(({ name }) => tall.has(name)))) {
      last.isTall = true
    }
  }
  return found
}

const isUnlined = (element: PageElement | undefined): element is PageElement =>
  element?.name === "mfrac" && /^0(?:\D|$)/.test(attributeOf(element, "linethickness") ?? "")

/** One number above another in parentheses, in place of the first of them; undefined for anything else. */
const binomial = (parts: ReadonlyArray<PageElement>, index: number): string | undefined => {
  const isAt = (at: number) => isUnlined(parts[at]) && fenceOf(parts[at - 1]) === "(" && fenceOf(parts[at + 1]) === ")"
  if (isAt(index)) return `\\binom${twoOf(parts[index]!)}`
  return isAt(index + 1) || isAt(index - 1) ? "" : undefined
}

const twoOf = (element: PageElement): string => {
  const [above, below] = elementsOf(element)
  return `${braced(above)}${braced(below)}`
}

/** What stands around a table of numbers is part of its name in TeX. */
const fences = new Map([
  ["()", "pmatrix"],
  ["[]", "bmatrix"],
  ["||", "vmatrix"],
  ["{", "cases"]
])

/** A table with its fences, in place of the first of them and nothing in place of the others; undefined for anything else. */
const fencedTable = (parts: ReadonlyArray<PageElement>, index: number): string | undefined => {
  const nameAt = (table: number): string | undefined => {
    if (parts[table]?.name !== "mtable") return undefined
    const [open, close] = [fenceOf(parts[table - 1]), fenceOf(parts[table + 1])]
    return fences.get(open + close) ?? (close === "" ? fences.get(open) : undefined)
  }
  if (nameAt(index + 1) !== undefined) return tableNamed(nameAt(index + 1)!, elementsOf(parts[index + 1]!))
  if (nameAt(index) !== undefined) return ""
  return nameAt(index - 1) !== undefined && fenceOf(parts[index]) !== "" ? "" : undefined
}

/** Characters read of an operator: markup may be indented by far more than it says. */
const maxIndented = 400

const fenceOf = (element: PageElement | undefined): string =>
  element?.name === "mo" ? collapse(innerText(element, maxIndented)).slice(0, 4) : ""

const tableNamed = (name: string, rows: ReadonlyArray<PageElement>): string =>
  `\\begin{${name}} ${rows.map(texOf).join(" \\\\ ")} \\end{${name}}`

const grouped = (tex: string): string => (tex.length === 1 ? tex : `{${tex}}`)

const group = (element: PageElement | undefined): string => grouped(element === undefined ? "" : texOf(element).trim())

/** What scripts stand at: a letter or the name of one needs no braces in front of them. */
const base = (element: PageElement | undefined): string => {
  const tex = element === undefined ? "" : texOf(element).trim()
  return /^\\[a-zA-Z]+$/.test(tex) ? tex : grouped(tex)
}

const texOf = (element: PageElement): string => {
  const parts = elementsOf(element)
  switch (element.name) {
    case "mi": {
      const name = collapse(innerText(element))
      if ([...name].length <= 1) return inAlphabet(element, symbol(name))
      return functions.has(name) ? `\\${name} ` : `\\mathrm{${escapeTex(name)}}`
    }
    case "mn":
      return inAlphabet(element, escapeTex(collapse(innerText(element))))
    case "menclose":
      return enclosed(attributeOf(element, "notation") ?? "", rowOf(element))
    case "mo":
      return operator(collapse(innerText(element)))
    case "mtext":
    case "ms": {
      const words = collapse(innerText(element))
      return words === "" ? " " : `\\text{${escapeTexWords(words)}}`
    }
    case "mspace":
      return " "
    case "mfrac":
      return isUnlined(element) ? `\\genfrac{}{}{0pt}{}${twoOf(element)}` : `\\frac${twoOf(element)}`
    case "msqrt":
      return `\\sqrt{${rowOf(element)}}`
    case "mroot":
      return `\\sqrt[${parts[1] === undefined ? "" : texOf(parts[1])}]${braced(parts[0])}`
    case "msup":
      return `${base(parts[0])}^${group(parts[1])}`
    case "munder": {
      const accent = parts[1] === undefined ? "" : accents.get(collapse(innerText(parts[1])))
      if (accent === "underbrace" || accent === "underline") return `\\${accent}${braced(parts[0])}`
      return `${base(parts[0])}_${group(parts[1])}`
    }
    case "msub":
      return `${base(parts[0])}_${group(parts[1])}`
    case "mover": {
      const accent = parts[1] === undefined ? "" : accents.get(collapse(innerText(parts[1])))
      return accent === undefined || accent === ""
        ? `${base(parts[0])}^${group(parts[1])}`
        : `\\${accent}${braced(parts[0])}`
    }
    case "msubsup":
    case "munderover":
      return `${base(parts[0])}_${group(parts[1])}^${group(parts[2])}`
    case "mfenced":
      return `${operator(attributeOf(element, "open") ?? "(")}${parts.map(texOf).join(", ")}${operator(attributeOf(element, "close") ?? ")")}`
    case "mtable":
      return tableOf(element, parts)
    case "mtr":
    case "mlabeledtr":
      return parts.map(texOf).join(" & ")
    case "annotation":
    case "annotation-xml":
    case "mphantom":
      return ""
    case "semantics":
      return parts[0] === undefined ? "" : texOf(parts[0])
    default:
      return parts.length === 0 ? escapeTex(collapse(innerText(element))) : rowOf(element)
  }
}

/** An equation with its number, equations under one another, or a matrix. */
const tableOf = (table: PageElement, rows: ReadonlyArray<PageElement>): string => {
  const [only] = rows
  const [label, ...cells] = only === undefined ? [] : elementsOf(only)
  if (rows.length === 1 && only?.name === "mlabeledtr" && label !== undefined) {
    const tag = rowOf(label)
      .replace(/\\text\{[()]\}|[()]/g, "")
      .trim()
    return `${cells.map(rowOf).join("")}${tag === "" ? "" : ` \\tag{${tag}}`}`
  }
  const aligned = /^right (?:center )?left/.test(attributeOf(table, "columnalign") ?? "")
  return tableNamed(aligned ? "aligned" : "matrix", rows)
}

const alphabets = new Map([
  ["bold", "mathbf"],
  ["bold-italic", "boldsymbol"],
  ["double-struck", "mathbb"],
  ["script", "mathcal"],
  ["fraktur", "mathfrak"],
  ["sans-serif", "mathsf"],
  ["monospace", "mathtt"]
])

/** A letter in the type that it is set in; italics are what letters are anyway. */
const inAlphabet = (element: PageElement, tex: string): string => {
  const variant = attributeOf(element, "mathvariant")
  const name = variant === undefined || tex === "" ? undefined : alphabets.get(variant)
  return name === undefined ? tex : `\\${name}{${tex.trim()}}`
}

const enclosures: ReadonlyArray<readonly [RegExp, string]> = [
  [/^top$/, "overline"],
  [/^bottom$/, "underline"],
  [/strike/, "cancel"],
  [/box/, "boxed"]
]

const enclosed = (notation: string, tex: string): string => {
  const name = enclosures.find(([pattern]) => pattern.test(notation.trim()))?.[1]
  if (name !== undefined) return `\\${name}{${tex.trim()}}`
  return /radical/.test(notation) ? `\\sqrt{${tex.trim()}}` : tex
}

const braced = (element: PageElement | undefined) => `{${element === undefined ? "" : texOf(element).trim()}}`

const operator = (text: string): string => {
  if (invisible.has(text)) return ""
  const tex = symbols.get(text)
  if (tex !== undefined) return spaced(tex)
  if (functions.has(text)) return `\\${text} `
  return escapeTex(text)
}

const symbol = (text: string): string => {
  const tex = symbols.get(text)
  return tex === undefined ? escapeTex(text) : spaced(tex)
}

/** A name ends where a space stands. */
const spaced = (tex: string): string => (tex.startsWith("\\") ? `${tex} ` : tex)

const invisible = new Set(["\u2061", "\u2062", "\u2063", "\u2064"])

const functions = new Set(
  "arccos arcsin arctan arg cos cosh cot csc deg det dim exp gcd inf ker lim ln log max min sec sin sinh sup tan tanh".split(
    " "
  )
)

const accents = new Map([
  ["^", "hat"],
  ["~", "tilde"],
  ["¯", "bar"],
  ["‾", "overline"],
  ["→", "vec"],
  ["˙", "dot"],
  ["¨", "ddot"],
  ["ˆ", "hat"],
  ["˜", "tilde"],
  ["ˉ", "bar"],
  ["―", "overline"],
  ["⏞", "overbrace"],
  ["⏟", "underbrace"],
  ["_", "underline"]
])

const symbols = new Map(
  (
    "α \\alpha β \\beta γ \\gamma δ \\delta ε \\varepsilon ϵ \\epsilon ζ \\zeta η \\eta θ \\theta ι \\iota κ \\kappa λ \\lambda " +
    "μ \\mu ν \\nu ξ \\xi π \\pi ρ \\rho σ \\sigma τ \\tau υ \\upsilon φ \\varphi ϕ \\phi χ \\chi ψ \\psi ω \\omega Γ \\Gamma " +
    "Δ \\Delta Θ \\Theta Λ \\Lambda Ξ \\Xi Π \\Pi Σ \\Sigma Φ \\Phi Ψ \\Psi Ω \\Omega ∑ \\sum ∏ \\prod ∫ \\int ∮ \\oint " +
    "∞ \\infty ∂ \\partial ∇ \\nabla ≤ \\leq ≥ \\geq ≠ \\neq ≈ \\approx ≡ \\equiv ∼ \\sim ∝ \\propto ± \\pm ∓ \\mp × \\times " +
    "÷ \\div ⋅ \\cdot · \\cdot ∗ * − - ∈ \\in ∉ \\notin ⊂ \\subset ⊆ \\subseteq ∪ \\cup ∩ \\cap ∅ \\emptyset ∀ \\forall " +
    "∃ \\exists ¬ \\neg ∧ \\wedge ∨ \\vee → \\to ← \\leftarrow ⇒ \\Rightarrow ⇔ \\Leftrightarrow ↦ \\mapsto … \\ldots " +
    "⋯ \\cdots ⊕ \\oplus ⊗ \\otimes ℝ \\mathbb{R} ℕ \\mathbb{N} ℤ \\mathbb{Z} ℚ \\mathbb{Q} ℂ \\mathbb{C} ∘ \\circ ∣ \\mid " +
    "∥ \\parallel ⟨ \\langle ⟩ \\rangle ′ ' ″ '' ℏ \\hbar ℓ \\ell"
  )
    .split(" ")
    .reduce<Array<readonly [string, string]>>((pairs, word, index, words) => {
      if (index % 2 === 0) pairs.push([word, words[index + 1]!])
      return pairs
    }, [])
)
