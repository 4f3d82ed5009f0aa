/** Shows how far something is in an open modal, which then shows something else. */
export type ShownProgress<T> = {
  /** Shows this, unless something is being shown just now: more comes soon. */
  tell(how: T): void;
  /** Shows nothing more; resolves once nothing can come after what is shown next. */
  ended(): Promise<void>;
};

const nothing = () => undefined;

/** Slack may carry out requests in another order than they left, so there is never more than one. */
export function createProgress<T>(show: (how: T) => Promise<unknown>): ShownProgress<T> {
  let underWay: Promise<void> | null = null;
  let isOver = false;
  return {
    tell(how) {
      if (isOver || underWay) return;
      underWay = show(how)
        .then(nothing, nothing)
        .then(() => {
          underWay = null;
        });
    },
    async ended() {
      isOver = true;
      await underWay;
    },
  };
}
