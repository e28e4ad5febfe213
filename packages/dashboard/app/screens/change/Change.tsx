import { useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router"
import { useStrings } from "../../i18n/strings.ts"
import { Icon } from "../../parts/Icon.tsx"
import { ChangePane } from "./ChangePane.tsx"

/** One change as a screen of its own. */
export const Change = () => {
  const { nav } = useStrings()
  const { changeId } = useParams({ from: "/signed-in/changes/$changeId" })
  const { tab } = useSearch({ from: "/signed-in/changes/$changeId" })
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <div className="relative h-full overflow-auto pb-16">
      <button
        type="button"
        className="button button-quiet m-2"
        onClick={() => (router.history.canGoBack() ? router.history.back() : void navigate({ to: "/inbox" }))}
      >
        <Icon name="back" /> {nav.inbox}
      </button>
      <ChangePane
        heading="h1"
        changeId={changeId}
        tab={tab}
        onTab={(next) =>
          void navigate({ to: "/changes/$changeId", params: { changeId }, search: { tab: next }, replace: true })
        }
      />
    </div>
  )
}
