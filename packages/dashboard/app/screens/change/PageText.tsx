/** The page as it was kept, as text. Nothing of it runs, loads or styles anything here. */
import { useQuery } from "@tanstack/react-query"
import type { Output } from "../../api/operations.ts"
import { asked } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import type { FullChange } from "./ChangePane.tsx"

/** Characters that are drawn. */
const shown = 200_000

/** What was compared: the text of a page, the addresses of a site, or the data of pages. */
const textOf = (content: Output<"monitors.version">["content"]): string => {
  if ("text" in content) return content.text
  return "urls" in content ? content.urls.join("\n") : JSON.stringify(content.data, null, 2)
}

const PageText = ({ change }: { readonly change: FullChange }) => {
  const { change: words } = useStrings()
  const { data, error, isPending, refetch } = useQuery(
    asked("monitors.version", {
      params: { monitor_id: change.monitor_id, version_id: change.after_version_id ?? "" }
    })
  )
  if (isPending) return <Skeleton rows={8} />
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  const text = textOf(data.content)
  return (
    <div className="flex flex-col gap-2">
      <p className="hint">{words.pageHint}</p>
      <div dir="auto" className="card max-w-[68ch] p-4 whitespace-pre-wrap">
        {text.slice(0, shown)}
      </div>
    </div>
  )
}

export default PageText
