/** Makes a monitor of what a call answered: the form of a new one, filled with what fits. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useStrings } from "../../i18n/strings.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { shortAddress } from "../../parts/webAddress.ts"
import type { MadeCall } from "./calls.ts"
import { watchesOf } from "./watches.ts"

export const MakeMonitor = ({ call }: { readonly call: MadeCall }) => {
  const { playground } = useStrings()
  const [isChoosing, setChoosing] = useState(false)
  const watches = watchesOf(call.operation, call.input, call.answer?.value)
  const [first] = watches
  if (first === undefined) return null
  if (watches.length === 1 && !first.lacksSchema) {
    return (
      <Link to="/monitors/new" search={first.search} className="button ml-auto">
        {playground.makeMonitor}
      </Link>
    )
  }
  return (
    <>
      <button type="button" className="button ml-auto" onClick={() => setChoosing(true)}>
        {playground.makeMonitor}
      </button>
      {isChoosing && (
        <Dialog title={playground.whatToWatch} onClose={() => setChoosing(false)}>
          <ul className="-mx-2 flex flex-col">
            {watches.map(({ lacksSchema, search, title }) => (
              <li key={`${search.type} ${search.url}`}>
                <Link
                  to="/monitors/new"
                  search={search}
                  className="flex min-w-0 flex-col rounded-m px-2 py-[6px] text-ink no-underline hover:bg-sunken"
                >
                  <span className="flex min-w-0 items-baseline gap-3">
                    <span dir="auto" className="min-w-0 flex-1 truncate font-strong">
                      {title}
                    </span>
                    <span className="flex-none text-s text-ink-2">{playground.watchKinds[search.type]}</span>
                  </span>
                  {title !== shortAddress(search.url) && (
                    <span dir="auto" className="truncate text-s text-ink-2">
                      {shortAddress(search.url)}
                    </span>
                  )}
                  {lacksSchema && <span className="text-s text-ink-2">{playground.schemaTooLong}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
