export const RequestDetail = () => null
