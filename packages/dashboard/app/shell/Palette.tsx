/** Everything by its name: screens, monitors, actions. */
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Command, defaultFilter } from "cmdk"
import { useState } from "react"
import { asked } from "../api/queries.ts"
import { useStrings } from "../i18n/strings.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Preferences } from "./Preferences.tsx"
import { paletteScores } from "./paletteScore.ts"
import { usePlaces } from "./Shell.tsx"

const item =
  "flex cursor-pointer items-center gap-3 rounded-m px-2 py-2 data-[selected=true]:bg-action-weak data-[selected=true]:text-ink"

const Palette = ({ onClose, onShortcuts }: { readonly onClose: () => void; readonly onShortcuts: () => void }) => {
  const { nav, palette } = useStrings()
  const navigate = useNavigate()
  const open = usePlaces()
  const [text, setText] = useState("")
  const [isChoosing, setChoosing] = useState(false)
  const { data } = useQuery({
    ...asked("monitors.list", { query: text.length < 2 ? { limit: 8 } : { q: text.slice(0, 200), limit: 8 } }),
    retry: false,
    placeholderData: (before) => before
  })
  const go = (act: () => void) => () => {
    onClose()
    act()
  }
  const preferences = `${nav.theme} ${nav.language} ${nav.organization} ${nav.signOut}`
  const found = data?.data.map(({ id, name, target }) => `${name} ${target.url} ${id}`) ?? []
  const names = [...open.map(({ name }) => nav[name]), nav.newMonitor, preferences, nav.shortcuts, ...found]
  const score = paletteScores(names, text, (name, typed) => defaultFilter(name, typed))
  if (isChoosing) return <Preferences onClose={onClose} />
  return (
    <Dialog title={palette.title} onClose={onClose}>
      <Command label={palette.title} filter={score} className="flex min-h-0 flex-col gap-3">
        <Command.Input
          data-first
          value={text}
          onValueChange={setText}
          placeholder={palette.placeholder}
          className="input"
        />
        <Command.List className="max-h-[50vh] overflow-y-auto [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-s [&_[cmdk-group-heading]]:text-ink-3">
          <Command.Empty className="p-2 text-ink-2">{palette.empty}</Command.Empty>
          <Command.Group heading={palette.screens}>
            {open.map(({ icon, name, to }) => (
              <Command.Item key={to} value={nav[name]} onSelect={go(() => void navigate({ to }))} className={item}>
                <Icon name={icon} /> {nav[name]}
              </Command.Item>
            ))}
          </Command.Group>
          <Command.Group heading={palette.actions}>
            <Command.Item
              value={nav.newMonitor}
              onSelect={go(() => void navigate({ to: "/monitors/new" }))}
              className={item}
            >
              <Icon name="plus" /> {nav.newMonitor}
            </Command.Item>
            <Command.Item value={preferences} onSelect={() => setChoosing(true)} className={item}>
              <Icon name="system" /> {nav.theme}, {nav.language}, {nav.signOut}
            </Command.Item>
            <Command.Item value={nav.shortcuts} onSelect={onShortcuts} className={item}>
              <Icon name="code" /> {nav.shortcuts}
            </Command.Item>
          </Command.Group>
          {data !== undefined && data.data.length > 0 && (
            <Command.Group heading={palette.monitors}>
              {data.data.map(({ id, name }, index) => (
                <Command.Item
                  key={id}
                  value={found[index] ?? name}
                  onSelect={go(() => void navigate({ to: "/monitors/$monitorId", params: { monitorId: id } }))}
                  className={item}
                >
                  <Icon name="monitors" /> <span className="truncate">{name}</span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

export default Palette
