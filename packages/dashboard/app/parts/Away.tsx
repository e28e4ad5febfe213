/** An address of somebody else as a link that tells the other side nothing; what is no address of the web is text. */
import { addressText, awayRel, webAddress } from "./webAddress.ts"

const shownMost = 120

const cut = (text: string): string => (text.length > shownMost ? `${text.slice(0, shownMost - 3)}…` : text)

export const Away = ({
  children,
  className = "link",
  title,
  url
}: {
  readonly url: string
  readonly className?: string
  readonly title?: string
  /** What it says instead of the address. */
  readonly children?: React.ReactNode
}) => {
  const href = webAddress(url)
  if (href === null) {
    return (
      <span dir="auto" className="break-all">
        {cut(url)}
      </span>
    )
  }
  return (
    <a href={href} target="_blank" rel={awayRel} className={className} dir="auto" title={title}>
      {children ?? cut(addressText(url, href))}
    </a>
  )
}
