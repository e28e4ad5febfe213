import { useFormats } from "../i18n/strings.ts"
import { useNow } from "./clock.ts"

/** How long ago, and on hover when exactly. */
export const Time = ({ at }: { readonly at: string }) => {
  const formats = useFormats()
  const now = useNow()
  return (
    <time dateTime={at} title={formats.exact(at)} className="whitespace-nowrap">
      {formats.ago(at, Math.max(now, Date.now()))}
    </time>
  )
}
