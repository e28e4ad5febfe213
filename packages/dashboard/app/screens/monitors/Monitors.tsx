export const Monitors = () => null
