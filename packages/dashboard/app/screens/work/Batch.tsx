export const Batch = () => null
