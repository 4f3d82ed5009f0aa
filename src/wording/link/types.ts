/** Linking and unlinking the API key. */
export type LinkWording = {
  link: {
    title: string;
    oneMoment: string;
    intro: string;
    already(by: string, at: number): string;
    label: string;
    hint: string;
    submit: string;
    close: string;
    cancel: string;
    checking: string;
    /** The service's certain news about the key that was typed. */
    refused: Record<'INVALID_API_KEY' | 'ACCOUNT_SUSPENDED', string>;
    saved(command: string): string;
    unproven: string;
    /** In place of both: the service could not be asked. */
    unreachable: string;
  };
  unlink: {
    title: string;
    ask(waiting: number): string;
    submit: string;
    nothing: string;
    done(refused: number): string;
  };
};
