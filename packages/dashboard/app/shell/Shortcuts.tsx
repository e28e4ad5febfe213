import { useStrings } from "../i18n/strings.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { paletteKeys } from "./keys.ts"

const keysOf = [
  ["j k", "move"],
  ["enter", "open"],
  ["e", "done"],
  ["m", "mute"],
  ["x", "notUseful"],
  ["s", "share"],
  ["r", "run"],
  ["x a esc", "choose"],
  ["/", "search"],
  ["v", "views"],
  ["g …", "go"],
  [paletteKeys, "palette"],
  ["?", "help"]
] as const

const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => {
  const { shortcuts } = useStrings()
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {keysOf.map(([keys, name]) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="rounded-[4px] border border-line-strong px-1 font-mono text-s">{keys}</kbd>
            </dt>
            <dd>{shortcuts[name]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export default Shortcuts
