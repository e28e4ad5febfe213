export const NewMonitor = () => null
