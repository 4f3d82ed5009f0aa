/** Runs `work`, or joins one of the same name that is already running. */
export type SingleFlight<T> = (name: string, work: () => Promise<T>) => Promise<T>;

/** Callers who ask for the same thing at the same time share one answer. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return (name, work) => {
    const underWay = flights.get(name);
    if (underWay) return underWay;
    const flight = work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
}
