import { Link, useRouter } from "@tanstack/react-router"
import { ApiError } from "../api/call.ts"
import { useStrings } from "../i18n/strings.ts"
import { Problem } from "../parts/Problem.tsx"

/** In place of a screen that threw. */
export const Broken = ({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) => {
  const router = useRouter()
  return (
    <div className="p-6">
      <Problem
        error={error}
        onRetry={() => {
          reset?.()
          void router.invalidate()
        }}
      />
    </div>
  )
}

/** In place of a screen that there is not. */
export const Missing = () => {
  const { nav } = useStrings()
  return (
    <div className="flex flex-col gap-3 p-6">
      <Problem error={new ApiError({ status: 404, code: "NOT_FOUND", message: "", requestId: null })} />
      <Link to="/" className="link self-start">
        {nav.home}
      </Link>
    </div>
  )
}
