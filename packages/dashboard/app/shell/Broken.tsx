import { Link, useRouter } from "@tanstack/react-router"
import { ApiError } from "../api/ApiError.ts"
import { useStrings } from "../i18n/strings.ts"
import { Problem } from "../parts/Problem.tsx"

/** In place of a screen that threw. */
export const Broken = ({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) => {
  const router = useRouter()
  return (
    <Problem
      isScreen
      error={error}
      onRetry={() => {
        reset?.()
        void router.invalidate()
      }}
    />
  )
}

const missing = new ApiError({ status: 404, code: "NOT_FOUND", message: "", requestId: null, isOfRecord: true })

/** In place of a screen that there is not. */
export const Missing = () => {
  const { nav } = useStrings()
  return (
    <>
      <Problem isScreen error={missing} />
      <Link to="/" className="link mx-6">
        {nav.home}
      </Link>
    </>
  )
}
