/**
 * Markdown of somebody else as nodes of ours: headings, lists, tables, code, links. What is no Markdown is text; markup is shown as
 * text, pictures are named and never loaded, and a link leads only to the web.
 */
import type { Token, Tokens } from "marked"
import { createContext, useContext, useMemo, useState } from "react"
import { useStrings } from "../i18n/strings.ts"
import { tokensOf } from "./markdownTokens.ts"
import { awayRel, webAddress } from "./webAddress.ts"

/** Characters that are read before one asks for more, and blocks that are drawn. */
const charactersShown = 60_000
/** How deep what is nested is drawn; what is deeper is text. */
const depthMax = 12

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)

const Inline = ({
  depth,
  tokens
}: {
  readonly tokens: ReadonlyArray<Token>
  readonly depth: number
}): React.ReactNode =>
  tokens.map((token, index) => {
    const key = index
    const inner = "tokens" in token && token.tokens !== undefined && depth < depthMax ? token.tokens : null
    const children =
      inner === null ? (
        plain("text" in token ? token.text : token.raw)
      ) : (
        <Inline key={key} tokens={inner} depth={depth + 1} />
      )
    switch (token.type) {
      case "strong":
        return (
          <strong key={key} className="font-strong">
            {children}
          </strong>
        )
      case "em":
        return <em key={key}>{children}</em>
      case "del":
        return <del key={key}>{children}</del>
      case "codespan":
        return (
          <code key={key} className="rounded-[3px] bg-sunken px-1 font-mono text-[.9em]">
            {plain(token.text)}
          </code>
        )
      case "br":
        return <br key={key} />
      case "link": {
        const href = webAddress((token as Tokens.Link).href)
        return href === null ? (
          <span key={key} className="text-ink-2" title={(token as Tokens.Link).href}>
            {children}
          </span>
        ) : (
          <a key={key} href={href} className="link" target="_blank" rel={awayRel} title={href}>
            {children}
          </a>
        )
      }
      case "image":
        return <Picture key={key} text={(token as Tokens.Image).text} href={(token as Tokens.Image).href} />
      default:
        return <span key={key}>{children}</span>
    }
  })

const Picture = ({ href, text }: { readonly text: string; readonly href: string }) => {
  const { parts } = useStrings()
  return (
    <span className="rounded-[3px] border border-line px-1 text-s text-ink-2" title={href}>
      {parts.picture}
      {text === "" ? "" : `: ${plain(text)}`}
    </span>
  )
}

const headings = ["text-xl mt-6", "text-l mt-5", "text-m mt-4", "text-m mt-3", "text-m mt-3", "text-m mt-3"] as const

/** Levels of the headings that a screen reader goes by: below those of the screen, and none left out. */
const levelsOf = (tokens: ReadonlyArray<Token>): ReadonlyMap<Token, number> => {
  const found = tokens.filter((one): one is Tokens.Heading => one.type === "heading")
  const least = Math.min(...found.map(({ depth }) => depth))
  let before = 2
  return new Map(
    found.map((one) => {
      before = Math.min(one.depth - least + 3, before + 1, 6)
      return [one, before] as const
    })
  )
}

const Levels = createContext<ReadonlyMap<Token, number>>(new Map())

const Heading = ({ depth, token }: { readonly token: Tokens.Heading; readonly depth: number }) => {
  const levels = useContext(Levels)
  return (
    // biome-ignore lint/a11y/useSemanticElements: its level depends on the text, below the headings of the screen
    <p
      role="heading"
      aria-level={levels.get(token) ?? Math.min(6, token.depth + 2)}
      className={`font-strong ${headings[token.depth - 1] ?? headings[5]}`}
    >
      <Inline tokens={token.tokens} depth={depth} />
    </p>
  )
}

const Block = ({ depth, token }: { readonly token: Token; readonly depth: number }): React.ReactNode => {
  if (depth > depthMax) return <p>{plain(token.raw)}</p>
  switch (token.type) {
    case "space":
    case "def":
      return null
    case "heading":
      return <Heading token={token as Tokens.Heading} depth={depth} />
    case "hr":
      return <hr className="my-2 border-line" />
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0} className="overflow-x-auto rounded-m bg-sunken p-3 font-mono text-s">
          {(token as Tokens.Code).text}
        </pre>
      )
    case "blockquote":
      return (
        <blockquote className="flex flex-col gap-3 border-l-[3px] border-line-strong pl-3 text-ink-2">
          <Blocks tokens={(token as Tokens.Blockquote).tokens} depth={depth + 1} />
        </blockquote>
      )
    case "list": {
      const { items, ordered } = token as Tokens.List
      const List = ordered ? "ol" : "ul"
      return (
        <List className={`flex flex-col gap-1 pl-6 ${ordered ? "list-decimal" : "list-disc"}`}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that was read never moves
            <li key={index}>
              <Blocks tokens={item.tokens} depth={depth + 1} />
            </li>
          ))}
        </List>
      )
    }
    case "table": {
      const { header, rows } = token as Tokens.Table
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section tabIndex={0} aria-label={plain(header[0]?.text ?? "")} className="overflow-x-auto">
          <table className="table [overflow-wrap:break-word]">
            <thead>
              <tr>
                {header.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a text that was read never moves
                  <th key={index}>
                    <Inline tokens={cell.tokens} depth={depth + 1} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, 500).map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text that was read never moves
                <tr key={at}>
                  {row.map((cell, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a text that was read never moves
                    <td key={index} className="wrap-anywhere">
                      <Inline tokens={cell.tokens} depth={depth + 1} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
    }
    case "text":
    case "paragraph": {
      const { tokens } = token as Tokens.Paragraph
      return <div>{tokens === undefined ? plain(token.raw) : <Inline tokens={tokens} depth={depth} />}</div>
    }
    default:
      return <div className="whitespace-pre-wrap font-mono text-s text-ink-2">{token.raw.trim()}</div>
  }
}

const Blocks = ({ depth, tokens }: { readonly tokens: ReadonlyArray<Token>; readonly depth: number }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text that was read never moves
  tokens.map((token, index) => <Block key={index} token={token} depth={depth} />)

export const Markdown = ({ text }: { readonly text: string }) => {
  const { common } = useStrings()
  const [shown, setShown] = useState(charactersShown)
  const cut = text.slice(0, shown)
  const tokens = useMemo(() => tokensOf(cut), [cut])
  const levels = useMemo(() => levelsOf(tokens ?? []), [tokens])
  return (
    <div dir="auto" className="flex max-w-[68ch] flex-col gap-3">
      {tokens === null ? (
        <pre className="whitespace-pre-wrap font-mono text-s">{cut}</pre>
      ) : (
        <Levels value={levels}>
          <Blocks tokens={tokens} depth={0} />
        </Levels>
      )}
      {text.length > shown && (
        <button type="button" className="button self-start" onClick={() => setShown(shown * 3)}>
          {common.more}
        </button>
      )}
    </div>
  )
}
