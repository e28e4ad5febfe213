/** The call of the API that a screen made, in curl, TypeScript and Python, ready to run. */
import { lazy, Suspense, useState } from "react"
import type { AnyInput, OperationName } from "../api/operations.ts"
import { useStrings } from "../i18n/strings.ts"
import { Icon } from "./Icon.tsx"

/** An operation with what it was given. */
export interface ShownCall extends AnyInput {
  readonly operation: OperationName
}

const CallDialog = lazy(() => import("./CallDialog.tsx"))

/** `</>`: opens the calls. */
export const CallButton = ({ calls }: { readonly calls: ReadonlyArray<ShownCall> }) => {
  const { common } = useStrings()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button px-2"
        title={common.asCall}
        aria-label={common.asCall}
        onClick={() => setOpen(true)}
      >
        <Icon name="code" />
      </button>
      {isOpen && (
        <Suspense>
          <CallDialog calls={calls} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
