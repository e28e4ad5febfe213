/** Extracted data: the fields that differ, and the difference as lines. */
import { useStrings } from "../../i18n/strings.ts"
import { Diff } from "../../parts/Diff.tsx"
import type { FullChange } from "./ChangePane.tsx"
import { Evidence } from "./Evidence.tsx"

const Values = ({ change }: { readonly change: FullChange }) => {
  const { change: words } = useStrings()
  return (
    <div className="flex flex-col gap-6">
      {change.diff === undefined ? <p className="text-ink-2">{words.noText}</p> : <Diff diff={change.diff} />}
      {(change.evidence?.length ?? 0) > 0 && <Evidence change={change} />}
    </div>
  )
}

export default Values
