export const Deliveries = () => null
