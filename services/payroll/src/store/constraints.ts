import { conflict } from '@timbre/kit';

/** The refusal that a violation of each unique index causes. */
export const constraints = {
  employees_number: () => {
    const message = 'Another employee has this employeeNumber.';
    return conflict(message, 'employee_number_taken', [
      { path: ['employeeNumber'], code: 'employee_number_taken', message },
    ]);
  },
};
